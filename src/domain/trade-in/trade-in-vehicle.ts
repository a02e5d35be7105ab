import * as v from 'valibot';
import { BODY_TYPES, FUELS, TRANSMISSIONS } from '../vehicle/vehicle.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
const maybeText = v.optional(text);

/** A shopper's own vehicle, as a register or the shopper describes it. */
export const TradeInVehicleSchema = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  make: text,
  model: text,
  badge: maybeText,
  simple_body: v.optional(v.picklist(BODY_TYPES)),
  simple_transmission: v.optional(v.picklist(TRANSMISSIONS)),
  simple_fuel: v.optional(v.picklist(FUELS)),
  colour: maybeText,
  /** What valuers know the variant by. */
  nvic: maybeText,
});

export type TradeInVehicle = v.InferOutput<typeof TradeInVehicleSchema>;

/** `2021 Toyota HiLux SR5` */
export const tradeInVehicleName = ({ year, make, model, badge }: TradeInVehicle): string =>
  [year, make, model, badge].filter(Boolean).join(' ');
