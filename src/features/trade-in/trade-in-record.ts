import * as v from 'valibot';
import { CONDITION_QUESTIONS } from '#src/config/sections/leads/trade-in-section.ts';
import { BODY_TYPES, FUELS, TRANSMISSIONS } from '#src/features/vehicle/vehicle.ts';
import { type Cents, centsToDollars, formatCents, formatNumber } from '#src/platform/number/number-format.ts';
import {
  answerLabel,
  formatLongDate,
  NO_ESTIMATE_REASONS,
  type NoEstimateReason,
  QUESTIONS,
} from './trade-in-estimate.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
const maybeText = v.optional(text);

export const AXLES = ['Single', 'Tandem', 'Tri'] as const;

/** A shopper's own vehicle, from a register or entered manually. */
export const TradeInVehicleSchema = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  make: text,
  model: text,
  badge: maybeText,
  simple_body: v.optional(v.picklist(BODY_TYPES)),
  simple_transmission: v.optional(v.picklist(TRANSMISSIONS)),
  simple_fuel: v.optional(v.picklist(FUELS)),
  /** For caravans. */
  sleeps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))),
  /** As entered, `21 ft 6 in`. */
  length: maybeText,
  axle_type: v.optional(v.picklist(AXLES)),
  colour: maybeText,
  /** The variant's id in valuation data. */
  nvic: maybeText,
});

export type TradeInVehicle = v.InferOutput<typeof TradeInVehicleSchema>;

/** `2021 Toyota HiLux SR5` */
export const tradeInVehicleName = ({ year, make, model, badge }: TradeInVehicle): string =>
  [year, make, model, badge].filter(Boolean).join(' ');

/** Australian plates have at most 7 characters; slim and heritage ones may have as few as 1. */
const PLATE = /^[A-Z0-9]{1,7}$/;

/** Normalises a plate: `abc-123` is `ABC123`. */
export const normalisePlate = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·•-]+/g, '');

/** @param plate as `normalisePlate` returns it */
export const isPlate = (plate: string): boolean => PLATE.test(plate);

const cents = v.pipe(v.number(), v.integer(), v.minValue(0));

/** FORM-14: a stored valuation. Field names in snake and camel case are the specification's. */
export const TradeInRecordSchema = v.object({
  id: v.string(),
  /** Normalised; empty if unknown. */
  rego: v.string(),
  regoState: v.string(),
  vehicle: v.nullable(TradeInVehicleSchema),
  /** Null until there is a vehicle. */
  vehicle_source: v.nullable(v.picklist(['lookup', 'manual'])),
  /** Why the lookup found nothing. */
  lookup_problem: v.nullable(v.picklist(['not_found', 'unavailable'])),
  adjustmentAnswers: v.record(v.string(), v.string()),
  /** Whole cents; null without an online estimate. */
  offer_price: v.nullable(cents),
  no_estimate_reason: v.nullable(v.picklist(NO_ESTIMATE_REASONS)),
  valued_at: v.nullable(v.string()),
  /** Last day, `YYYY-MM-DD` in the dealer's time zone. */
  valid_until: v.nullable(v.string()),
  lead_id: v.nullable(v.string()),
  /** Null until the shopper has decided. */
  offer_accepted: v.nullable(v.boolean()),
  /** Whether the lead was sent. */
  form_completed: v.boolean(),
  /** VDP-290: the query of the deal that the valuation was begun from. */
  deal: v.optional(v.string()),
});

export type TradeInRecord = v.InferOutput<typeof TradeInRecordSchema>;

export const newTradeIn = (id: string, plate: { rego: string; regoState: string }): TradeInRecord => ({
  id,
  ...plate,
  vehicle: null,
  vehicle_source: null,
  lookup_problem: null,
  adjustmentAnswers: {},
  offer_price: null,
  no_estimate_reason: null,
  valued_at: null,
  valid_until: null,
  lead_id: null,
  offer_accepted: null,
  form_completed: false,
});

/** Resets the estimate, which depends on the vehicle and its condition. */
const NO_VALUE = { offer_price: null, no_estimate_reason: null, valued_at: null, valid_until: null } as const;

/** Updates facts about the vehicle, which invalidates an earlier estimate. */
export const withFacts = (record: TradeInRecord, facts: Partial<TradeInRecord>): TradeInRecord => ({
  ...record,
  ...facts,
  ...NO_VALUE,
});

/** FORM-14: a valuation as sent to the dealer's CRM. */
export const TradeInPartSchema = v.object({
  id: v.string(),
  rego: v.string(),
  regoState: v.string(),
  ...TradeInVehicleSchema.entries,
  /** Undefined without an odometer. */
  kilometres: v.optional(v.number()),
  adjustmentAnswers: v.record(v.string(), v.string()),
  /** Dollars; null without an online estimate. */
  offer_price: v.nullable(v.number()),
  no_estimate_reason: v.nullable(v.picklist(NO_ESTIMATE_REASONS)),
  /** Last day, YYYY-MM-DD in the dealer's time zone. */
  valid_until: v.nullable(v.string()),
  /** Null until the shopper has decided. */
  offer_accepted: v.nullable(v.boolean()),
  form_completed: v.boolean(),
  /** Signed links that expire. */
  photos: v.array(v.string()),
});

export type TradeInPart = v.InferOutput<typeof TradeInPartSchema>;

const dollarsOf = (cents: Cents | null): number | null => (cents === null ? null : centsToDollars(cents));

export const kilometresOf = ({
  adjustmentAnswers: { kilometres },
}: Pick<TradeInRecord, 'adjustmentAnswers'>): number | undefined =>
  kilometres === undefined ? undefined : Number(kilometres);

/** @returns undefined without a vehicle */
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

export type Fact = { name: string; label: string; value: string };

export const formatKilometres = (kilometres: number): string => `${formatNumber(kilometres)} km`;

/** The vehicle and its condition as reported by the shopper, without its price. */
export function vehicleFacts(record: TradeInRecord): Fact[] {
  const { vehicle, rego, regoState, adjustmentAnswers: answers } = record;
  if (vehicle === null) return [];
  const kilometres = kilometresOf(record);
  const facts: Fact[] = [
    { name: 'vehicle', label: 'Vehicle', value: tradeInVehicleName(vehicle) },
    { name: 'rego', label: 'Rego', value: rego === '' ? '' : `${rego} (${regoState.toUpperCase()})` },
    { name: 'sleeps', label: 'Berths', value: String(vehicle.sleeps ?? '') },
    { name: 'length', label: 'Body length', value: vehicle.length ?? '' },
    { name: 'axle_type', label: 'Axles', value: vehicle.axle_type ?? '' },
    {
      name: 'kilometres',
      label: 'Kilometres',
      value: kilometres === undefined ? '' : formatKilometres(kilometres),
    },
    ...CONDITION_QUESTIONS.map((name) => ({
      name,
      label: QUESTIONS[name].label,
      value: answers[name] === undefined ? '' : answerLabel(name, answers[name]),
    })),
  ];
  return facts.filter(({ value }) => value !== '');
}

const REASON_FOR_DEALER: Readonly<Record<NoEstimateReason, string>> = {
  switched_off: 'none: the site shows none',
  too_old: 'none: older than the site values online',
  too_far: 'none: more kilometres than the site values online',
  no_value: 'none: the valuer does not know the vehicle',
  unavailable: 'none: the valuer did not respond',
};

/** For the dealer. */
export function estimateFacts({ offer_price, valid_until, no_estimate_reason }: TradeInRecord): Fact[] {
  const line = (value: string): Fact => ({ name: 'offer_price', label: 'Online estimate', value });
  if (offer_price !== null && valid_until !== null) {
    return [line(`${formatCents(offer_price)}, valid until ${formatLongDate(valid_until)}`)];
  }
  return no_estimate_reason === null ? [] : [line(REASON_FOR_DEALER[no_estimate_reason])];
}

/** The message to the dealer about the shopper's decision. */
export function decisionUpdate(record: TradeInRecord): string {
  const vehicle = record.vehicle === null ? 'the vehicle' : tradeInVehicleName(record.vehicle);
  const price = formatCents(record.offer_price ?? 0);
  return record.offer_accepted
    ? `The shopper accepts the online estimate of ${price} for ${vehicle}. Please arrange the inspection.`
    : `The shopper declines the online estimate of ${price} for ${vehicle}, and is open to a call.`;
}
