import type { Cents } from '#src/domain/money.ts';
import type { TradeInVehicle } from '#src/domain/trade-in/trade-in-vehicle.ts';

/** CFG-06: market data a dealer values by. */
export type ValuationSource = 'autograb' | 'redbook';

export type ValuationQuestion = {
  vehicle: TradeInVehicle;
  kilometres: number;
  /** Empty: the valuer chooses. */
  sources: readonly ValuationSource[];
};

export type ValuationOutcome =
  /** What such a vehicle, if sound, is worth to the trade. */
  { kind: 'valued'; marketValue: Cents } | { kind: 'no_value' } | { kind: 'unavailable'; reason: string };

/** Says what a vehicle is worth. Answers every failure as an outcome and never rejects. */
export type Valuer = { value(question: ValuationQuestion): Promise<ValuationOutcome> };
