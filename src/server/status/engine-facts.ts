import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { EngineInUse, SiteEngines } from '#src/features/search/server/engine/site-engines.ts';
import { copiesByEngine } from '#src/features/search/server/queries/placement-queries.ts';
import { indexBacklogByDealer } from '#src/features/stock/server/queries/index-change-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import type { EngineFacts } from './status-facts.ts';

/** An engine that takes longer to count its vehicles shows none. */
const COUNT_TIMEOUT_MS = 1000;

/** Engines of dealer files have no name: their address may be anyone's. */
const labelOf = ({ engine, dealers }: EngineInUse): string =>
  engine.kind === 'own' ? `of ${dealers.toSorted()[0]}` : engine.name;

async function sizeOf({ engine }: EngineInUse): Promise<number | undefined> {
  if (engine.kind === 'unknown') return undefined;
  const late = wait(COUNT_TIMEOUT_MS, undefined, { ref: false });
  return Promise.race([engine.index.size().catch(() => undefined), late]);
}

type Sources = {
  db: Database;
  tenants: { all: readonly DealerConfig[] };
  engines: Pick<SiteEngines, 'idle' | 'inUse' | 'refresh'>;
};

type Probe = (engine: EngineInUse['engine']) => Promise<void>;

/**
 * PLAT-55: the engines that hold dealers, and those of MEILI_ENGINES that hold none. Whether one responds is what its breaker last found, unless it is probed.
 * @param probe rejects if an engine does not respond
 */
export async function engineFacts({ db, tenants, engines }: Sources, probe?: Probe): Promise<EngineFacts[]> {
  // The status is shown without the database too.
  await engines.refresh().catch(() => undefined);
  const backlog = await indexBacklogByDealer(db).catch(() => new Map<string, number>());
  const copies = await copiesByEngine(db).catch(() => new Map<string, number>());
  return Promise.all(
    [...engines.inUse(tenants.all), ...engines.idle(tenants.all)].map(async (held): Promise<EngineFacts> => {
      const { engine, dealers, moving } = held;
      const reason = await probe?.(engine).then(
        () => undefined,
        (error: unknown) => plainReason(error),
      );
      const isAvailable = reason === undefined && !engine.breaker.isOpen();
      return {
        name: labelOf(held),
        dealers: dealers.length,
        vehicles: isAvailable ? await sizeOf(held) : undefined,
        isAvailable,
        ...(reason !== undefined && { reason }),
        diverted: engine.breaker.diverted(),
        waiting: dealers.reduce((sum, slug) => sum + (backlog.get(slug) ?? 0), copies.get(engine.name) ?? 0),
        moves: moving.map(({ dealer, engine: searchedOn, moving: { state, other, since } }) => ({
          dealer,
          state,
          to: state === 'copying' ? other : searchedOn,
          since: since.toISOString(),
        })),
      };
    }),
  );
}
