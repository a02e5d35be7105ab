import * as v from 'valibot';
import { NO_ESTIMATE_REASONS } from './estimate.ts';
import { TradeInVehicleSchema } from './trade-in-vehicle.ts';

const cents = v.pipe(v.number(), v.integer(), v.minValue(0));

/** FORM-14: a valuation as it is stored. Field names in snake and camel case are the specification's. */
export const TradeInRecordSchema = v.object({
  id: v.string(),
  /** As the register writes it; empty where the shopper does not know it. */
  rego: v.string(),
  regoState: v.string(),
  vehicle: v.nullable(TradeInVehicleSchema),
  /** How the vehicle came to be known; null before it is. */
  vehicle_source: v.nullable(v.picklist(['lookup', 'manual'])),
  /** Why the register did not help. */
  lookup_problem: v.nullable(v.picklist(['not_found', 'unavailable'])),
  adjustmentAnswers: v.record(v.string(), v.string()),
  /** Whole cents; null where no estimate is made online. */
  offer_price: v.nullable(cents),
  no_estimate_reason: v.nullable(v.picklist(NO_ESTIMATE_REASONS)),
  valued_at: v.nullable(v.string()),
  /** Last day, `YYYY-MM-DD` at the dealer. */
  valid_until: v.nullable(v.string()),
  lead_id: v.nullable(v.string()),
  /** Null until the shopper has decided. */
  offer_accepted: v.nullable(v.boolean()),
  /** Whether the shopper's details have reached the dealer. */
  form_completed: v.boolean(),
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

/** What rests on the vehicle and its condition, before they are known or once they change. */
const NO_VALUE = { offer_price: null, no_estimate_reason: null, valued_at: null, valid_until: null } as const;

/** The record with changed facts about the vehicle: an earlier estimate is no longer valid. */
export const withFacts = (record: TradeInRecord, facts: Partial<TradeInRecord>): TradeInRecord => ({
  ...record,
  ...facts,
  ...NO_VALUE,
});
