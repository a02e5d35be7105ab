import type { Cents } from '#src/domain/money.ts';
import type { GaugeReading } from '#src/domain/vehicle/price-gauge.ts';

export type GaugeQuestion = {
  year: number;
  make: string;
  model: string;
  badge?: string | undefined;
  nvic?: string | undefined;
  kilometres?: number | undefined;
  price: Cents;
};

export type GaugeOutcome =
  | { kind: 'read'; reading: GaugeReading }
  | { kind: 'no_data' }
  | { kind: 'unavailable'; reason: string };

/** VDP-31: compares a price with its market. Returns every failure as an outcome and never rejects. */
export type PriceGauge = { read(question: GaugeQuestion): Promise<GaugeOutcome> };
