import { parseArgs } from 'node:util';
import { startLeadWorker } from '#src/server/leads/lead-worker.ts';
import { logFailures } from './processes/log-failures.ts';
import { openPublished } from './processes/open-published.ts';
import { runUntilStopped } from './processes/run-until-stopped.ts';
import { serveSites } from './processes/serve-sites.ts';
import { readOptions } from './usage.ts';

const USAGE = `Serves the sites of all dealers as they were published and delivers their leads, until it is stopped.

  npm run serve -- [--dist <folder of the build>] [--dealers-dir <folder>] [--new-data]

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
  const { services, dist } = await openPublished({
    ...{ dist: undefined, 'dealers-dir': undefined, 'new-data': undefined },
    ...values,
  });
  logFailures(services.log);
  const site = await serveSites({ services, dist });
  const worker = startLeadWorker(services, { delivers: services.env.DELIVER_LEADS === 'yes' });
  return {
    ready: `Serving ${services.tenants.all.length} dealer(s) on ${site.url}`,
    async stop() {
      await Promise.all([worker.stop(), site.drain()]);
      await site.stop();
    },
  };
});
