import type { Person } from '#src/providers/database/lead-erasure.ts';
import {
  eraseSearches,
  searchesOfPerson,
  storedSearches,
} from '#src/providers/database/saved-search-privacy.ts';
import type { AdminServices } from '../leads/operations/lead-admin.ts';
import { appendErasure, readErasures } from '../leads/privacy/erasure-log.ts';

/** @param person phone as digits from 0, e-mail in lower case */
export const findSearches = (
  { db }: Pick<AdminServices, 'db'>,
  person: Person,
  dealer: string | undefined,
): Promise<string[]> => searchesOfPerson(db, person, dealer);

/** Searches erased before that a restored backup brought back. @throws Error if a line of the log is invalid */
export const findRestoredSearches = async ({ db, dataDir }: AdminServices): Promise<string[]> =>
  storedSearches(db, [...new Set(readErasures(dataDir).flatMap(({ searchIds = [] }) => searchIds))]);

/** Erases saved searches permanently; their ids are logged first, as those of leads are. */
export async function eraseSavedSearches(
  { db, clock, dataDir }: AdminServices,
  searchIds: readonly string[],
): Promise<void> {
  if (searchIds.length === 0) return;
  appendErasure(dataDir, { at: clock.now().toISOString(), reason: 'request', leadIds: [], searchIds });
  await eraseSearches(db, searchIds);
}
