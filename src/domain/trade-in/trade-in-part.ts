import * as v from 'valibot';
import { type Cents, centsToDollars } from '../money.ts';
import { NO_ESTIMATE_REASONS } from './estimate.ts';
import type { TradeInRecord } from './trade-in-record.ts';
import { TradeInVehicleSchema } from './trade-in-vehicle.ts';

/** FORM-14: a valuation as the dealer's CRM is informed of it. */
export const TradeInPartSchema = v.object({
  id: v.string(),
  rego: v.string(),
  regoState: v.string(),
  ...TradeInVehicleSchema.entries,
  /** Left out of what has no odometer. */
  kilometres: v.optional(v.number()),
  adjustmentAnswers: v.record(v.string(), v.string()),
  /** Dollars; null where no estimate was made online. */
  offer_price: v.nullable(v.number()),
  no_estimate_reason: v.nullable(v.picklist(NO_ESTIMATE_REASONS)),
  /** Last day, YYYY-MM-DD at the dealer. */
  valid_until: v.nullable(v.string()),
  /** Null until the shopper has decided. */
  offer_accepted: v.nullable(v.boolean()),
  form_completed: v.boolean(),
  /** Links that open for anyone who has them, until they expire. */
  photos: v.array(v.string()),
});

export type TradeInPart = v.InferOutput<typeof TradeInPartSchema>;

const dollarsOf = (cents: Cents | null): number | null => (cents === null ? null : centsToDollars(cents));

/** Kilometres are one of the answers. */
export const kilometresOf = ({
  adjustmentAnswers: { kilometres },
}: Pick<TradeInRecord, 'adjustmentAnswers'>): number | undefined =>
  kilometres === undefined ? undefined : Number(kilometres);

/** @returns undefined while the vehicle is not known */
export const tradeInPart = (record: TradeInRecord, photos: readonly string[]): TradeInPart | undefined =>
  record.vehicle === null
    ? undefined
    : {
        id: record.id,
        rego: record.rego,
        regoState: record.regoState,
        ...record.vehicle,
        kilometres: kilometresOf(record),
        adjustmentAnswers: record.adjustmentAnswers,
        offer_price: dollarsOf(record.offer_price),
        no_estimate_reason: record.no_estimate_reason,
        valid_until: record.valid_until,
        offer_accepted: record.offer_accepted,
        form_completed: record.form_completed,
        photos: [...photos],
      };
