import { parseArgs } from 'node:util';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { serverSource } from '#src/publishing/release/code-release.ts';
import type { FollowedPublications } from '#src/publishing/serve/open-published.ts';
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
};

/**
 * A command that works for all published dealers until it is stopped.
 * @param what the command does, for its usage
 */
export const runPublished = (
  name: string,
  what: string,
  start: (opened: Opened) => Promise<Running>,
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
    logFailures(services.log);
    return start({ services, publications, dist, dealersDir, serverSource: own });
  });
