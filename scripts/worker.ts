import { parseArgs } from 'node:util';
import { readEnvironment } from '#src/config/environment.ts';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { formatProblem } from '#src/config/problem.ts';
import { startLeadWorker } from '#src/server/leads/lead-worker.ts';
import { openServices } from '#src/server/services.ts';

const { values } = parseArgs({ options: { 'dealers-dir': { type: 'string' } } });
const env = readEnvironment(process.env);
const { dealers, problems } = loadDealers(dealersFolder(values['dealers-dir']));
for (const problem of problems) console.error(`\n${formatProblem(problem)}`);
const services = await openServices({ env, dealers });
const worker = startLeadWorker(services);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await worker.stop();
    await services.close();
    process.exit(0);
  });
// Whoever reads this may stop it at once.
console.log(`Delivering leads of ${dealers.length} dealer(s)`);
