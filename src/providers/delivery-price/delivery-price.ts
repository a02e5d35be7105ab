import type { Cents } from '#src/domain/money.ts';
import type { ItemType } from '#src/domain/vehicle/vehicle.ts';

export type DeliveryQuestion = { from_postcode: string; to_postcode: string; item_type: ItemType };

export type DeliveryOutcome =
  /** `name` is the region. */
  | { kind: 'priced'; price: Cents; name: string }
  | { kind: 'no_price' }
  | { kind: 'unavailable'; reason: string };

/** VDP-32: returns the price of delivering a vehicle. Returns every failure as an outcome and never rejects. */
export type DeliveryPrices = { price(question: DeliveryQuestion): Promise<DeliveryOutcome> };
