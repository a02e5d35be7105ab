import { parseArgs } from 'node:util';
import { startLeadWorker } from '#src/server/leads/lead-worker.ts';
import { logFailures } from './processes/log-failures.ts';
import { openPublished } from './processes/open-published.ts';
import { runUntilStopped } from './processes/run-until-stopped.ts';
import { readOptions } from './usage.ts';

const USAGE = `Delivers the leads of all published dealers, until it is stopped. As many as you like may run beside servers.

  npm run worker -- [--dist <folder of the build>] [--dealers-dir <folder>] [--new-data]

Sites remember the database they were last opened with and refuse another or an emptied one; --new-data accepts it.
src/wire/REFERENCE.md lists the environment variables it reads; SITE_SECRET has to be set.`;

const options = {
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  'new-data': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

await runUntilStopped(USAGE, async () => {
  const { values } = readOptions(() => parseArgs({ options }));
  if (values.help) return undefined;
  const { services } = await openPublished({
    ...{ dist: undefined, 'dealers-dir': undefined, 'new-data': undefined },
    ...values,
  });
  logFailures(services.log);
  const worker = startLeadWorker(services);
  return {
    ready: `Delivering leads of ${services.tenants.all.length} dealer(s)`,
    async stop() {
      await worker.stop();
      await services.close();
    },
  };
});
