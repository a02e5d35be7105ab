import { existsSync } from 'node:fs';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealersFolder } from '#src/config/load-dealers.ts';
import { distFolder, readSnapshots } from '#src/config/snapshot.ts';
import { liveDealers } from '#src/server/published-fleet.ts';
import { existingDealersFolder } from '../usage.ts';

/**
 * The dealers whose leads are delivered: as published, else as their files say.
 * @throws UsageError where there is no folder of dealer files
 */
export const leadDealers = (dealersDir: string | undefined): DealerConfig[] =>
  liveDealers({ dist: distFolder(), dealersDir: existingDealersFolder(dealersDir) }).dealers;

/** The same, also where there is no folder of dealer files. */
export function knownDealers(dealersDir: string | undefined): DealerConfig[] {
  if (existsSync(dealersFolder(dealersDir))) return leadDealers(dealersDir);
  return readSnapshots(distFolder()).published.map(({ dealer }) => dealer);
}
