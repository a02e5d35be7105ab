import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { fixedClock } from '#src/domain/clock.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { withoutEngine } from '#src/server/stock/public-documents.ts';

/**
 * What the pages of a preview are rendered with: the stock of this machine, without the search engine.
 * @param at when they are rendered, an ISO instant
 */
export async function openPreviewServices(
  environment: Readonly<Record<string, string | undefined>>,
  dealer: DealerConfig,
  at: string,
): Promise<Services> {
  const env = readEnvironment(environment);
  return withoutEngine(await openServices({ env, dealers: [dealer], clock: fixedClock(at) }));
}
