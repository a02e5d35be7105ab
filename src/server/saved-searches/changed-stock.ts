import { setImmediate } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { StockEvent } from '#src/domain/search/alert-reason.ts';
import { type StockCondition, scopeJudge, stockScope } from '#src/domain/search/stock-scope.ts';
import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { stockEventsSince, vehiclesChangedSince } from '#src/providers/database/changed-vehicles.ts';
import { type Findable, findable } from '../search/evaluate-query.ts';
import type { Services } from '../services.ts';

/** Read at once: few enough for a server to respond to shoppers in between. */
const BATCH = 200;

const FOR_SALE: StockCondition = { field: 'status', among: ['in_stock', 'coming_soon'] };

export type ChangedVehicle = { vehicle: StockedVehicle; findable: Findable; events: readonly StockEvent[] };

/**
 * The vehicles of a dealer that changed since an instant, are for sale, and that its site shows now: by the scope of
 * every search, so that no alert names a vehicle that no shopper finds.
 */
export async function changedStock(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  since: string,
): Promise<ChangedVehicle[]> {
  const isShown = scopeJudge(stockScope(dealer, clock, [FOR_SALE]));
  const events = await stockEventsSince(db, dealer.slug, since);
  const changed: ChangedVehicle[] = [];
  for (let after = ''; ; ) {
    const vehicles = await vehiclesChangedSince(db, dealer.slug, { since, after, limit: BATCH });
    for (const vehicle of vehicles) {
      const document = toSearchDocument(vehicle, dealer, clock);
      if (!isShown(document) || document.reserved) continue;
      changed.push({ vehicle, findable: findable(document), events: events.get(vehicle.id) ?? [] });
    }
    const last = vehicles.at(-1);
    if (!last || vehicles.length < BATCH) return changed;
    after = last.id;
    await setImmediate();
  }
}
