import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SlugSchema } from '#src/config/sections/primitives.ts';
import { fileAtRevision } from '#src/dealer-files/former-file.ts';
import { mergeLayers } from '#src/dealer-files/layers.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { whatExists } from '#src/dealer-files/nearest.ts';
import { formatProblem } from '#src/dealer-files/problem.ts';
import { withSpecialDaysInPlace } from '#src/dealer-files/special-days.ts';
import type { JsonObject } from '#src/domain/json-object.ts';

/** A dealer file as a preview shows it. */
export type PreviewDealer = { dealer: DealerConfig; settings: JsonObject };

const slugsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((name) => basename(name, '.json'))
    .sort();

function resolved(file: string): PreviewDealer {
  const found = loadDealer(file);
  if ('problems' in found) throw new Error(found.problems.map(formatProblem).join('\n\n'));
  return { dealer: withSpecialDaysInPlace(found.dealer), settings: mergeLayers(found.layers) };
}

/**
 * The file of a dealer now or at an earlier commit.
 * @throws Error that names what there is, for an unknown dealer or reference, and every mistake of the file
 */
export function readPreviewDealer(dealersDir: string, slug: string, ref: string | undefined): PreviewDealer {
  const file = join(dealersDir, `${slug}.json`);
  // A slug with slashes or dots would name files in other folders.
  const isKnown = v.is(SlugSchema, slug) && (ref !== undefined || existsSync(file));
  if (!isKnown) {
    throw new Error(
      `There is no dealer "${slug}" in ${dealersDir}. ${whatExists(slug, slugsIn(dealersDir))}`,
    );
  }
  if (ref === undefined) return resolved(file);
  const former = fileAtRevision(file, ref);
  try {
    return resolved(former.file);
  } finally {
    former.remove();
  }
}

/**
 * The dealer without what a preview must not do: no one signs in or pays, nothing is counted, no chat reaches the
 * dealer, and every picture is a file of the preview. A site that is paused or retired shows how it would be open.
 */
export const previewed = ({ chat: _, ...dealer }: DealerConfig): DealerConfig => ({
  ...dealer,
  status: { ...dealer.status, state: 'live' },
  account: { ...dealer.account, signIn: false },
  analytics: {},
  images: {},
  search: { ...dealer.search, alerts: false, distance: 'off' },
});
