import * as v from 'valibot';
import { BODY_TYPES, FUELS, TRANSMISSIONS } from '../vehicle/vehicle.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
const maybeText = v.optional(text);

export const AXLES = ['Single', 'Tandem', 'Tri'] as const;

/** A shopper's own vehicle, as a register or the shopper describes it. */
export const TradeInVehicleSchema = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  make: text,
  model: text,
  badge: maybeText,
  simple_body: v.optional(v.picklist(BODY_TYPES)),
  simple_transmission: v.optional(v.picklist(TRANSMISSIONS)),
  simple_fuel: v.optional(v.picklist(FUELS)),
  /** Of a caravan. */
  sleeps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))),
  /** As the shopper wrote it, `21 ft 6 in`. */
  length: maybeText,
  axle_type: v.optional(v.picklist(AXLES)),
  colour: maybeText,
  /** What valuers know the variant by. */
  nvic: maybeText,
});

export type TradeInVehicle = v.InferOutput<typeof TradeInVehicleSchema>;

/** `2021 Toyota HiLux SR5` */
export const tradeInVehicleName = ({ year, make, model, badge }: TradeInVehicle): string =>
  [year, make, model, badge].filter(Boolean).join(' ');
