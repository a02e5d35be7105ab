import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkFleet } from './checks/fleet.ts';
import { type GroupFile, type GroupFiles, openGroupFiles } from './group-file.ts';
import { locateFinding, mergeShared } from './place-findings.ts';
import type { ConfigProblem } from './problem.ts';
import {
  type PartlySoundDealer,
  type ResolvedDealer,
  resolveDealer,
  type SourcedDealer,
} from './resolve-dealer.ts';
import type { HostOwners } from './snapshot.ts';
import { withSpecialDaysInPlace } from './special-days.ts';

/** The JSON schema for editors is beside the dealer files but is not one. */
const SCHEMA_SUFFIX = '.schema.json';

export type LoadedDealers = {
  /** Valid dealers in file name order, ready to serve: each special day is at its location. */
  dealers: DealerConfig[];
  /** Every mistake found; a dealer with one is left out (CFG-03). */
  problems: ConfigProblem[];
};

export type DealerFiles = {
  /** Every dealer file, valid or not, in order. */
  files: string[];
  /** Valid dealers with the sources of their settings, by file name order. */
  sound: SourcedDealer[];
  /** Dealers with mistakes, as far as the rest of their settings can be read. */
  partlySound: readonly PartlySoundDealer[];
  /** Group files that a dealer file names. */
  groups: readonly GroupFile[];
  problems: ConfigProblem[];
  /** Dealer files whose rules across settings have not all been checked, because of other mistakes. */
  partlyChecked: readonly string[];
};

/** @throws Error when the folder itself cannot be read. */
const dealerFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith(SCHEMA_SUFFIX))
    .sort()
    .map((name) => join(folder, name));

/** Resolves one dealer file; group files are read from beside it. */
export const loadDealer = (
  file: string,
  groups: GroupFiles = openGroupFiles(dirname(file)),
): ResolvedDealer => resolveDealer(file, groups);

/**
 * Reads every `*.json` directly under `folder`, except `*.schema.json`, and the group files they name.
 * @param published hosts of published sites, which no other dealer may take
 * @throws Error when the folder itself cannot be read.
 */
export function readDealerFiles(folder: string, published?: HostOwners): DealerFiles {
  const files = dealerFiles(folder);
  const groups = openGroupFiles(folder);
  const resolved = files.map((file) => resolveDealer(file, groups));
  const sound = resolved.flatMap((each) => ('dealer' in each ? [each] : []));
  const clashes = checkFleet(sound, published);
  const refused = new Set(clashes.map(({ file }) => file));
  return {
    files,
    sound: sound.filter(({ file }) => !refused.has(file)),
    partlySound: [
      ...resolved.flatMap((each) => ('problems' in each ? (each.rest ?? []) : [])),
      ...sound.filter(({ file }) => refused.has(file)).map((each) => ({ ...each, leftOut: [] })),
    ],
    groups: groups.read(),
    partlyChecked: resolved.flatMap((each) =>
      'problems' in each && each.isPartlyChecked ? [each.file] : [],
    ),
    problems: mergeShared([
      ...resolved.flatMap((each) => ('problems' in each ? each.problems : [])),
      ...clashes.map(({ file, layers, ...finding }) => locateFinding(file, layers, finding)),
    ]),
  };
}

/** @throws Error when the folder itself cannot be read. */
export function loadDealers(folder: string, published?: HostOwners): LoadedDealers {
  const { sound, problems } = readDealerFiles(folder, published);
  return { dealers: sound.map(({ dealer }) => withSpecialDaysInPlace(dealer)), problems };
}

/** Where dealer files live: `--dealers-dir`, else DEALERS_DIR, else `dealers/`. */
export const dealersFolder = (fromOption?: string): string =>
  resolve(fromOption ?? process.env.DEALERS_DIR ?? 'dealers');
