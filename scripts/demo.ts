import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { logFailures } from '#src/publishing/serve/log-failures.ts';
import { STATUS_PATH } from '#src/server/status/operator-access.ts';
import { existingDealersFolder, readOptions } from './command/command.ts';
import { withProgress } from './command/progress.ts';
import { runUntilStopped } from './command/run-until-stopped.ts';
import { TILES_PATH } from './demo/crm/place-tiles.ts';
import { TEXTS_PATH } from './demo/crm/texts-page.ts';
import { type DemoStack, startDemoStack } from './demo/demo-stack.ts';

const USAGE = `Makes the demo stock, builds the sites of all dealers and serves them, until it is stopped.

  npm run demo -- [--dealers-dir <folder>]

PORT (4321) and CRM_PORT (4322) choose other ports, DATA_DIR (.data) and DIST_DIR (dist) other folders.`;

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`;
const report = (line: string) => console.log(`${seconds()}  ${line}`);

const overview = ({ port, dealers, crmUrl, services }: DemoStack) =>
  [
    `\n  All sites   http://localhost:${port}`,
    ...dealers.map(({ slug, name }) => `  ${name.padEnd(24)}http://${slug}.localhost:${port}`),
    `  ${'Demo CRM (leads)'.padEnd(24)}${crmUrl}`,
    `  ${'Demo phones (codes)'.padEnd(24)}${crmUrl}${TEXTS_PATH}`,
    `  ${'Status (npm run status)'.padEnd(24)}http://localhost:${port}${STATUS_PATH}`,
    `  ${'  its token'.padEnd(24)}${services.env.HEALTH_TOKEN}\n\n  Ctrl-C stops everything.`,
  ].join('\n');

await runUntilStopped(USAGE, async () => {
  const options = { 'dealers-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values } = readOptions(() => parseArgs({ options }));
  if (values.help) return undefined;
  const crmPort = Number(process.env.CRM_PORT ?? 4322);
  process.env.MAP_TILES ??= `http://127.0.0.1:${crmPort}${TILES_PATH}/{z}/{x}/{y}.png`;
  process.env.MAP_ATTRIBUTION ??= 'Demo map: names of places alone';
  const stack = await withProgress((onProgress, clear) =>
    startDemoStack({
      dataDir: resolve(process.env.DATA_DIR ?? '.data'),
      dealersDir: existingDealersFolder(values['dealers-dir']),
      outDir: distFolder(),
      port: Number(process.env.PORT ?? 4321),
      crmPort,
      today: new Date(),
      photos: 'on request',
      report: (line) => {
        clear();
        report(line);
      },
      onProgress,
    }),
  );
  logFailures(stack.services.log);
  report('ready');
  return {
    ready: overview(stack),
    async stop() {
      console.log('\nStopping…');
      await stack.stop();
    },
  };
});
