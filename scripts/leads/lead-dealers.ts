import { existsSync } from 'node:fs';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { existingDealersFolder } from '../command/command.ts';

/** Where the dealer files and the build are; undefined means the default folder. */
export type LeadPlaces = { dealersDir: string | undefined; dist: string | undefined };

/**
 * The dealers whose leads are delivered: with their published settings, else those of their files.
 * @throws UsageError where there is no folder of dealer files
 */
export const leadDealers = ({ dealersDir, dist }: LeadPlaces): DealerConfig[] =>
  liveDealers({ dist: distFolder(dist), dealersDir: existingDealersFolder(dealersDir) }).dealers;

/** The same, also where there is no folder of dealer files. */
export function knownDealers(places: LeadPlaces): DealerConfig[] {
  if (existsSync(dealersFolder(places.dealersDir))) return leadDealers(places);
  return readSnapshots(distFolder(places.dist)).published.map(({ dealer }) => dealer);
}
