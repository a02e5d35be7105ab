import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { keyVariables } from '#src/config/search-variables.ts';
import { hasOwnEngine } from '#src/features/search/server/engine/site-engines.ts';
import { abandonCopy, beginMove, settle } from '#src/features/search/server/queries/placement-queries.ts';
import { isSearchUnavailable, SearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { raiseStockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/server/services.ts';
import type { IndexWork } from './index-documents.ts';
import { drainIndexChanges } from './index-sync.ts';
import { LEAVING_MS } from './move-dealers.ts';

type MoveWork = Pick<IndexWork, 'report' | 'onProgress'>;

const REMOVAL_POLL_MS = 500;

/** Changes a placement, so that every process reads it again. */
const changePlacement = <T>({ db }: Services, dealer: string, change: (trx: Database) => Promise<T>) =>
  db.transaction().execute(async (trx) => {
    const changed = await change(trx);
    await raiseStockVersions(trx, [dealer]);
    return changed;
  });

async function placementNow({ engines }: Services, dealer: string) {
  await engines.refresh();
  return engines.placementOf(dealer);
}

/**
 * PLAT-51: copies a dealer to an engine and searches it there; `removeFromFormer` is the other half. Another process may
 * do the work, and an interrupted one is continued.
 * @param to an engine that this process may write to
 * @returns whether it was elsewhere
 * @throws SearchUnavailable; the dealer is searched where it was then
 */
export async function copyToEngine(
  services: Services,
  dealer: Pick<DealerConfig, 'slug' | 'search'>,
  to: string,
  work: MoveWork,
): Promise<boolean> {
  const { slug } = dealer;
  const now = () => services.clock.now();
  if (hasOwnEngine(dealer))
    throw new Error(
      `${slug} is on the engine that its dealer file names ("search.host"). Remove that, publish it and move it then.`,
    );
  const before = await placementNow(services, slug);
  const { moving } = before;
  if (moving && (moving.state === 'copying' ? moving.other : before.engine) !== to) {
    if (moving.state === 'copying')
      await changePlacement(services, slug, (trx) => abandonCopy(trx, slug, now()));
    await removeFromFormer(services, slug, work);
  }
  const { engine, ...rest } = await placementNow(services, slug);
  if (engine === to) return rest.moving !== undefined;
  if (!rest.moving) {
    const step = { dealer: slug, engine, other: to, now: now() };
    const hasBegun = await changePlacement(services, slug, (trx) => beginMove(trx, step));
    if (!hasBegun) throw new Error(`Another command has begun to move ${slug}.`);
  }
  await drainIndexChanges(services, { ...work, only: [to] });
  const after = await placementNow(services, slug);
  if (after.engine !== to)
    throw new Error(
      after.moving
        ? `${slug} is not on "${to}" yet: a later release keeps that engine up to date, and goes on with the move.`
        : `Another command has called off the move of ${slug}.`,
    );
  return true;
}

/**
 * Removes a dealer from the engine it was on, once every process searches the other one.
 * @throws SearchUnavailable; processes that index do it once the engine responds
 */
export async function removeFromFormer(services: Services, dealer: string, work: MoveWork): Promise<void> {
  for (;;) {
    const { moving } = await placementNow(services, dealer);
    if (moving?.state !== 'leaving') return;
    const { other, since } = moving;
    const former = services.engines.named(other);
    if (former && !former.isWritable)
      throw new SearchUnavailable(
        `${keyVariables(other).key} is not set here, so another process removes ${dealer} from "${other}"`,
      );
    if (!former) {
      // It has been taken out of the environment, with all it held.
      await changePlacement(services, dealer, (trx) => settle(trx, dealer, other));
      return;
    }
    work.onProgress?.(`Waiting until every process has left "${other}"`);
    if (services.clock.now().getTime() - since.getTime() >= LEAVING_MS)
      await drainIndexChanges(services, { ...work, only: [other] });
    await wait(REMOVAL_POLL_MS);
  }
}

/** Whether the former engine of a moved dealer does not respond, which is no failure of the move. */
export async function tryRemoval(
  services: Services,
  dealer: string,
  work: MoveWork,
): Promise<{ reason: string } | undefined> {
  try {
    await removeFromFormer(services, dealer, work);
    return undefined;
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    return { reason: error.message };
  }
}
