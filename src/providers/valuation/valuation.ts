import type { Cents } from '#src/domain/money.ts';
import type { TradeInVehicle } from '#src/domain/trade-in/trade-in-vehicle.ts';

/** CFG-06: market data a dealer values by. */
export type ValuationSource = 'autograb' | 'redbook';

export type ValuationQuestion = {
  vehicle: TradeInVehicle;
  /** Unknown of what has no odometer. */
  kilometres: number | undefined;
  /** Empty: the valuer chooses. */
  sources: readonly ValuationSource[];
};

export type ValuationOutcome =
  /** The trade value of such a vehicle in good condition. */
  { kind: 'valued'; marketValue: Cents } | { kind: 'no_value' } | { kind: 'unavailable'; reason: string };

/** Values a vehicle. Returns every failure as an outcome and never rejects. */
export type Valuer = { value(question: ValuationQuestion): Promise<ValuationOutcome> };
