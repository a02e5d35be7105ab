import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { existingDealersFolder, readOptions } from './command/command.ts';
import { runUntilStopped } from './command/run-until-stopped.ts';
import { startDevelopment } from './dev/start-development.ts';

const USAGE = `Serves the sites of all dealers for work on them: Astro's development server, with the demo stock, a search engine
and a demo CRM. A page, an island, an endpoint or a dealer file that is edited shows at once.

  npm run dev -- [--dealers-dir <folder>]

PORT (4321) and CRM_PORT (4322) choose other ports, DATA_DIR (.data) another folder.`;

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`;

await runUntilStopped(USAGE, async () => {
  const options = { 'dealers-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values } = readOptions(() => parseArgs({ options }));
  if (values.help) return undefined;
  return startDevelopment({
    dataDir: resolve(process.env.DATA_DIR ?? '.data'),
    dealersDir: existingDealersFolder(values['dealers-dir']),
    port: Number(process.env.PORT ?? 4321),
    crmPort: Number(process.env.CRM_PORT ?? 4322),
    report: (line) => console.log(`${seconds()}  ${line}`),
  });
});
