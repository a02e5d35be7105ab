import type { Cents } from '../money.ts';
import { SMALLEST_DROP_CENTS } from '../vehicle/price-drop.ts';
import type { StockedVehicle } from '../vehicle/vehicle.ts';

/** An event of a vehicle's history. */
export type StockEvent = { at: string; kind: string; before: string | null };

/** Why a saved search mentions a vehicle. */
export type AlertReason = { kind: 'new' } | { kind: 'drop'; cents: Cents };

type Priced = Pick<StockedVehicle, 'advertised' | 'price' | 'price_type' | 'setOver'>;

const IN = ['returned', 'shown', 'set_shown'];
const OUT = ['sold', 'removed', 'hidden', 'set_hidden'];

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

/** What it cost at an instant before people set a price over that of the feed; undefined where that is not certain. */
function priceBeforeSet(
  { price_type }: Pick<StockedVehicle, 'price_type'>,
  over: StockedVehicle['setOver'],
  later: readonly StockEvent[],
  since: string,
): Cents | undefined {
  const first = later.find(({ kind }) => kind === 'set_price');
  if (first?.before) return Number(first.before);
  if (!first || !over || over.type !== (price_type ?? null)) return undefined;
  const period = over.since <= since ? over : over.before;
  return period && period.since <= since && period.type === over.type
    ? (period.cents ?? undefined)
    : undefined;
}

/** By how much a vehicle costs less than at an instant; not above zero where it does not, or that is not certain. */
function dropOf(vehicle: Priced, later: readonly StockEvent[], since: string): Cents {
  const { advertised, setOver, price = null } = vehicle;
  if (setOver !== undefined)
    return price === null ? 0 : (priceBeforeSet(vehicle, setOver, later, since) ?? 0) - price;
  if (!advertised || advertised.cents === null || advertised.since <= since) return 0;
  return (priceAt(vehicle, later, since) ?? 0) - advertised.cents;
}

/**
 * What is new about a vehicle: that it came onto the website or back, or that it costs less. Its price is compared with the
 * one at that time, whatever happened in between.
 * @param events of its history, oldest first
 * @param since instant of the last alert, or when the search was saved
 */
export function alertReason(
  vehicle: Priced & Pick<StockedVehicle, 'firstSeenAt'>,
  events: readonly StockEvent[],
  since: string,
): AlertReason | undefined {
  const later = events.filter(({ at }) => at > since);
  if (vehicle.firstSeenAt > since || wasOut(later)) return { kind: 'new' };
  const cents = dropOf(vehicle, later, since);
  return cents >= SMALLEST_DROP_CENTS ? { kind: 'drop', cents } : undefined;
}
