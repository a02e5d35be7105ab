import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import getPort from 'get-port';
import { type Clock, systemClock } from '#src/platform/time/clock.ts';
import { startDemoStack } from './demo-stack.ts';

/** The demo dealers with their stock under `dataDir`; the stack itself sends their leads to its own CRM. */
function copyDealers(dataDir: string): string {
  const folder = join(dataDir, 'dealers');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync('dealers')) {
    if (!name.endsWith('.json')) {
      cpSync(join('dealers', name), join(folder, name), { recursive: true });
      continue;
    }
    const text = readFileSync(join('dealers', name), 'utf8').replaceAll(
      '../.data/demo-stock/',
      `${dataDir}/demo-stock/`,
    );
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

type Ports = { port: number; crmPort: number };

/**
 * Where the data of a stack is; in `npm test` all of its steps, which follow each other, share one build and stock.
 */
export const stackFolder = (name: string): string => resolve('.data', process.env.TEST_STACK ?? name);

/**
 * The demo on separate ports, with data under `.data/<name>`, so that a running demo is unaffected.
 * @param clock fixed where pictures of the sites must not change from day to day
 */
export async function startSeparateStack(name: string, given?: Ports, clock: Clock = systemClock) {
  const dataDir = stackFolder(name);
  const { port, crmPort } = given ?? { port: await getPort(), crmPort: await getPort() };
  return startDemoStack({
    dataDir,
    dealersDir: copyDealers(dataDir),
    outDir: join(dataDir, 'dist'),
    port,
    crmPort,
    today: clock.now(),
    clock,
    report: (line) => console.log(`  ${line}`),
    logLevel: 'error',
  });
}
