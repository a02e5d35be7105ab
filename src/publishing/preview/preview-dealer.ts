import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { formatProblem, whatExists } from '#src/dealer-files/config-problem.ts';
import { moveSpecialDays } from '#src/dealer-files/derive-settings.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { fileAtRevision } from '#src/dealer-files/previous-settings.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import { withoutEngine } from '#src/features/stock/server/indexing/public-documents.ts';
import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openServices, type Services } from '#src/server/services.ts';

type PreviewDealer = { dealer: DealerConfig; settings: JsonObject };

const slugsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((name) => basename(name, '.json'))
    .sort();

function resolved(file: string): PreviewDealer {
  const found = loadDealer(file);
  if ('problems' in found) throw new Error(found.problems.map(formatProblem).join('\n\n'));
  return { dealer: moveSpecialDays(found.dealer), settings: mergeLayers(found.layers) };
}

/**
 * Reads the current or committed file of a dealer.
 * @throws Error for an unknown dealer or reference, listing valid ones, or with all mistakes in the file
 */
export function readPreviewDealer(dealersDir: string, slug: string, ref: string | undefined): PreviewDealer {
  const file = join(dealersDir, `${slug}.json`);
  // A slug with slashes or dots could name files in other folders.
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
 * Disables what previews must not do: sign-in, payments, tracking and chat. All pictures become files of the preview.
 * Paused and retired sites are shown as open.
 */
export const previewed = ({ chat: _, ...dealer }: DealerConfig): DealerConfig => ({
  ...dealer,
  status: { ...dealer.status, state: 'live' },
  account: { ...dealer.account, signIn: false },
  analytics: {},
  images: {},
  search: { ...dealer.search, alerts: false, distance: 'off' },
});

/**
 * Services for rendering previews: the stock of this machine, without the search engine.
 * @param at render time, ISO 8601
 */
export async function openPreviewServices(
  environment: Readonly<Record<string, string | undefined>>,
  dealer: DealerConfig,
  at: string,
): Promise<Services> {
  const env = readEnvironment(environment);
  return withoutEngine(await openServices({ env, dealers: [dealer], clock: fixedClock(at) }));
}
