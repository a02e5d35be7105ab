import { parseArgs } from 'node:util';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { findLiveCode, serverSource } from '#src/publishing/release/code-release.ts';
import type { FollowedPublications } from '#src/publishing/serve/open-published.ts';
import type { Serving } from '#src/server/heartbeat.ts';
import type { Services } from '#src/server/services.ts';
import { existingDealersFolder, readOptions } from './command.ts';
import { type Running, runUntilStopped } from './run-until-stopped.ts';

const options = {
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  'new-data': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const usageOf = (name: string, what: string) => `${what}

  npm run ${name} -- [--dist <folder of the build>] [--dealers-dir <folder>] [--new-data]

Sites remember the database they were last opened with and refuse another or an emptied one; --new-data accepts it.
src/server/routes/REFERENCE.md lists the environment variables it reads; SITE_SECRET has to be set.`;

export type Opened = {
  services: Services;
  publications: FollowedPublications;
  dist: string;
  dealersDir: string;
  /** Names the modules this process has loaded. */
  serverSource: string;
  /** Id of the code release that was live at the start. */
  code: string;
};

type RunningPublished = Running & {
  /** For the status. */
  serving(): Promise<Serving>;
};

/**
 * A command that works for all published dealers until it is stopped.
 * @param what the command does, for its usage
 */
export const runPublished = (
  name: 'serve' | 'worker',
  what: string,
  start: (opened: Opened) => Promise<RunningPublished>,
): Promise<void> =>
  runUntilStopped(usageOf(name, what), async () => {
    const { values } = readOptions(() => parseArgs({ options }));
    if (values.help) return undefined;
    const dist = distFolder(values.dist);
    const named = values['dealers-dir'] ?? process.env.DEALERS_DIR;
    const dealersDir = named === undefined ? dealersFolder() : existingDealersFolder(named);
    const own = serverSource();
    const isNewData = values['new-data'] ?? false;
    // Usage is printed without the server, which takes a second to load.
    const { openPublished } = await import('#src/publishing/serve/open-published.ts');
    const { logFailures } = await import('#src/publishing/serve/log-failures.ts');
    const { services, publications } = await openPublished({ dist, dealersDir, isNewData });
    const { startHeartbeat } = await import('#src/server/heartbeat.ts');
    logFailures(services.log);
    const code = findLiveCode(dist)?.code ?? own;
    const heartbeat = await startHeartbeat(services, { kind: name, code });
    const close = async () => {
      await heartbeat.stop();
      await services.close();
    };
    const opened = { services: { ...services, close }, publications, dist, dealersDir };
    const running = await start({ ...opened, serverSource: own, code }).catch(async (error: unknown) => {
      await heartbeat.stop();
      throw error;
    });
    return {
      ...running,
      announce: () => heartbeat.ready(running.serving),
      async stop() {
        await Promise.all([heartbeat.stopping(), running.stop()]);
      },
    };
  });
