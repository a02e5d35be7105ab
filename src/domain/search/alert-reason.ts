import type { Cents } from '../money.ts';
import { SMALLEST_DROP_CENTS } from '../vehicle/price-drop.ts';
import type { StockedVehicle } from '../vehicle/vehicle.ts';

/** An event of a vehicle's history. */
export type StockEvent = { at: string; kind: string; before: string | null };

/** Why a saved search mentions a vehicle. */
export type AlertReason = { kind: 'new' } | { kind: 'drop'; cents: Cents };

const IN = ['returned', 'shown'];
const OUT = ['sold', 'removed', 'hidden'];

/** Whether no shopper saw it at that time: what happened to it first afterwards is that it came onto the website. */
function wasOut(later: readonly StockEvent[]): boolean {
  const first = later.find(({ kind }) => IN.includes(kind) || OUT.includes(kind));
  return first !== undefined && IN.includes(first.kind);
}

/** The advertised price at an instant, of the type it has now; undefined where that is not certain. */
function priceAt(
  { advertised, price }: Pick<StockedVehicle, 'advertised' | 'price'>,
  later: readonly StockEvent[],
  since: string,
): Cents | undefined {
  const before = advertised?.before;
  if (!before || before.type !== advertised.type) return undefined;
  if (before.since <= since) return before.cents ?? undefined;
  // It has changed more than once. The history has prices, without offers.
  const first = later.find(({ kind }) => kind === 'price_changed');
  return first?.before && price === advertised.cents ? Number(first.before) : undefined;
}

/**
 * What is new about a vehicle: that it came onto the website or back, or that it costs less. Its price is compared with the
 * one at that time, whatever happened in between.
 * @param events of its history, oldest first
 * @param since instant of the last alert, or when the search was saved
 */
export function alertReason(
  vehicle: Pick<StockedVehicle, 'firstSeenAt' | 'advertised' | 'price'>,
  events: readonly StockEvent[],
  since: string,
): AlertReason | undefined {
  const later = events.filter(({ at }) => at > since);
  if (vehicle.firstSeenAt > since || wasOut(later)) return { kind: 'new' };
  const { advertised } = vehicle;
  if (!advertised || advertised.cents === null || advertised.since <= since) return undefined;
  const cents = (priceAt(vehicle, later, since) ?? 0) - advertised.cents;
  return cents >= SMALLEST_DROP_CENTS ? { kind: 'drop', cents } : undefined;
}
