import { engineOf } from '#src/providers/database/database.ts';
import { unavailableDestinations } from '#src/providers/database/destination-health.ts';
import { tryWrite } from '#src/providers/database/try-write.ts';
import type { LeftOut } from '../tenants.ts';
import { type DealerSources, gatherDealers } from './gather-dealers.ts';
import { diskFacts, machineFacts } from './machine-facts.ts';
import type { ServerFacts, StatusFacts } from './status-facts.ts';

export type StatusSources = DealerSources & {
  leftOut: readonly LeftOut[];
  /** Whose disks matter. */
  folders: readonly string[];
  engine: () => Promise<StatusFacts['engine']>;
  server: () => Promise<ServerFacts>;
};

/** Facts of the whole installation. Never rejects: a database that does not respond is a fact too. */
export async function gatherStatus(sources: StatusSources): Promise<StatusFacts> {
  const { db, clock, leftOut, folders } = sources;
  const at = clock.now().toISOString();
  const counts = Promise.all([gatherDealers(sources), unavailableDestinations(db)]).catch(() => undefined);
  const [write, counted, engine, server, disks] = await Promise.all([
    tryWrite(db, at),
    counts,
    sources.engine(),
    sources.server(),
    diskFacts(folders),
  ]);
  const [dealers = [], destinations = []] = counted ?? [];
  return {
    at,
    dealers,
    leftOut: [...leftOut],
    database: { engine: engineOf(db), write, responds: counted !== undefined },
    engine,
    destinations,
    disks,
    machine: machineFacts(),
    server,
  };
}
