import { setImmediate } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  type AlertReason,
  alertReason,
  type StockEvent,
} from '#src/features/account/saved-searches/alert-message.ts';
import {
  stockEventsSince,
  vehiclesChangedSince,
} from '#src/features/account/server/queries/changed-vehicle-queries.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { type Findable, findable, findMatching } from '#src/features/search/server/engine/evaluate-query.ts';
import { expandSynonyms, locateNear } from '#src/features/search/server/search-vehicles.ts';
import { filtersOf } from '#src/features/search/server/understand-query.ts';
import { type StockCondition, scopePredicate, stockScope } from '#src/features/stock/visible-stock.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Services } from '#src/server/services.ts';

/** Rows per read; small enough that the server can respond to requests in between. */
const BATCH = 200;

const FOR_SALE: StockCondition = { field: 'status', among: ['in_stock', 'coming_soon'] };

type ChangedVehicle = { vehicle: StockedVehicle; findable: Findable; events: readonly StockEvent[] };

/**
 * Vehicles of a dealer that changed since an instant, are for sale and visible on its site. Applies the scope of
 * every search, so that an alert never lists a vehicle that shoppers cannot find.
 */
export async function changedStock(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  since: string,
): Promise<ChangedVehicle[]> {
  const isShown = scopePredicate(stockScope(dealer, clock, [FOR_SALE]));
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

export type Match = { document: SearchDocument; reason: AlertReason };

/** A price drop counts only if the lower price is displayed. */
function isShownPrice({ vehicle, findable: { document } }: ChangedVehicle): boolean {
  const cents = vehicle.setOver === undefined ? vehicle.advertised?.cents : vehicle.price;
  return document.price !== null && cents != null && document.price === Math.round(cents / 100);
}

const rank = ({ reason }: Match) => (reason.kind === 'new' ? 0 : 1);

/**
 * The changed vehicles that match a search and have news, new ones first. Filters, locations and words match as in
 * the database search: every word, however small the stock.
 */
export async function findMatches(
  services: Pick<Services, 'locate'>,
  changed: readonly ChangedVehicle[],
  { lists, ranges, query, near: requested }: SearchState,
  { since, homeState }: { since: string; homeState: string },
): Promise<Match[]> {
  const reasons = new Map<string, AlertReason>();
  const candidates = changed.filter((one) => {
    const reason = alertReason(one.vehicle, one.events, since);
    if (!reason || (reason.kind === 'drop' && !isShownPrice(one))) return false;
    reasons.set(one.vehicle.id, reason);
    return true;
  });
  if (candidates.length === 0) return [];
  const { facetFilters, numericFilters } = filtersOf({ lists, ranges });
  const { near } = await locateNear(services, requested, homeState);
  const found = findMatching(
    candidates.map((one) => one.findable),
    {
      query,
      facetFilters: facetFilters.map((group) => group.flatMap(expandSynonyms)),
      numericFilters,
      ...(near && { near }),
    },
  );
  const matches = found.flatMap((document) => {
    const reason = reasons.get(document.id);
    return reason ? [{ document, reason }] : [];
  });
  return matches.sort((a, b) => rank(a) - rank(b));
}
