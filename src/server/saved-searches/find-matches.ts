import { type AlertReason, alertReason } from '#src/domain/search/alert-reason.ts';
import type { SearchDocument } from '#src/domain/search/search-document.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { findMatching } from '../search/evaluate-query.ts';
import { locateNear } from '../search/near-of-requests.ts';
import { expandSynonyms } from '../search/search-vehicles.ts';
import { filtersOf } from '../search/words-of-requests.ts';
import type { Services } from '../services.ts';
import type { ChangedVehicle } from './changed-stock.ts';

export type Match = { document: SearchDocument; reason: AlertReason };

/** A lower price counts where it is the one shown. */
function isShownPrice({ vehicle, findable: { document } }: ChangedVehicle): boolean {
  const cents = vehicle.setOver === undefined ? vehicle.advertised?.cents : vehicle.price;
  return document.price !== null && cents != null && document.price === Math.round(cents / 100);
}

const rank = ({ reason }: Match) => (reason.kind === 'new' ? 0 : 1);

/**
 * The changed vehicles that a search finds and has something new to say about, new ones first. Filters, places and
 * words match as in the search of the database: every word, however small the stock.
 */
export async function findMatches(
  services: Pick<Services, 'locate'>,
  changed: readonly ChangedVehicle[],
  { lists, ranges, query, near: asked }: SearchState,
  since: string,
): Promise<Match[]> {
  const reasons = new Map<string, AlertReason>();
  const mentioned = changed.filter((one) => {
    const reason = alertReason(one.vehicle, one.events, since);
    if (!reason || (reason.kind === 'drop' && !isShownPrice(one))) return false;
    reasons.set(one.vehicle.id, reason);
    return true;
  });
  if (mentioned.length === 0) return [];
  const { facetFilters, numericFilters } = filtersOf({ lists, ranges });
  const { near } = await locateNear(services, asked);
  const found = findMatching(
    mentioned.map((one) => one.findable),
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
