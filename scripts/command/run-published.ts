import { parseArgs } from 'node:util';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/snapshot.ts';
import type { Services } from '#src/server/services.ts';
import { logFailures } from '../../src/publishing/log-failures.ts';
import { openPublished } from '../../src/publishing/open-published.ts';
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
src/wire/REFERENCE.md lists the environment variables it reads; SITE_SECRET has to be set.`;

/**
 * A command that works for all published dealers until it is stopped.
 * @param what the command does, for its usage
 */
export const runPublished = (
  name: string,
  what: string,
  start: (opened: { services: Services; dist: string; dealersDir: string }) => Promise<Running>,
): Promise<void> =>
  runUntilStopped(usageOf(name, what), async () => {
    const { values } = readOptions(() => parseArgs({ options }));
    if (values.help) return undefined;
    const dist = distFolder(values.dist);
    const named = values['dealers-dir'] ?? process.env.DEALERS_DIR;
    const dealersDir = named === undefined ? dealersFolder() : existingDealersFolder(named);
    const services = await openPublished({ dist, dealersDir, isNewData: values['new-data'] ?? false });
    logFailures(services.log);
    return start({ services, dist, dealersDir });
  });
