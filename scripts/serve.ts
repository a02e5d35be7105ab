import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '#src/config/environment.ts';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { formatProblem } from '#src/config/problem.ts';
import { startLeadWorker } from '#src/server/leads/lead-worker.ts';
import { openServices } from '#src/server/services.ts';
import { serveSites } from './processes/serve-sites.ts';

const { values } = parseArgs({ options: { 'dealers-dir': { type: 'string' }, dist: { type: 'string' } } });
const env = readEnvironment(process.env);
const { dealers, problems } = loadDealers(dealersFolder(values['dealers-dir']));
for (const problem of problems) console.error(`\n${formatProblem(problem)}`);
const services = await openServices({ env, dealers });
const site = await serveSites({ services, dist: resolve(values.dist ?? 'dist') });
const worker = startLeadWorker(services, { delivers: env.DELIVER_LEADS === 'yes' });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await worker.stop();
    await site.stop();
    process.exit(0);
  });
// Whoever reads this may stop it at once.
console.log(`Serving ${dealers.length} dealer(s) on ${site.url}`);
