import { parseArgs } from 'node:util';
import { startLeadWorker } from '#src/server/leads/lead-worker.ts';
import { openAllDealers, runUntilStopped } from './processes/run-until-stopped.ts';
import { readOptions } from './usage.ts';

const USAGE = `Delivers the leads of all dealers, until it is stopped. As many as you like may run beside servers.

  npm run worker -- [--dealers-dir <folder>]

src/wire/REFERENCE.md lists the environment variables it reads; SITE_SECRET has to be set.`;

await runUntilStopped(USAGE, async () => {
  const { values } = readOptions(() =>
    parseArgs({ options: { 'dealers-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } }),
  );
  if (values.help) return undefined;
  const services = await openAllDealers(values['dealers-dir']);
  const worker = startLeadWorker(services);
  return {
    ready: `Delivering leads of ${services.tenants.all.length} dealer(s)`,
    async stop() {
      await worker.stop();
      await services.close();
    },
  };
});
