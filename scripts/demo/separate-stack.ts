import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SHARED_FOLDER } from '#src/dealer-files/group-file.ts';
import { type Clock, systemClock } from '#src/domain/clock.ts';
import { freePort } from '../programs/meilisearch.ts';
import { startDemoStack } from './demo-stack.ts';

/** The demo dealers with their stock under `dataDir` and their leads sent to `crmPort`. */
function copyDealers(dataDir: string, crmPort: number): string {
  const folder = join(dataDir, 'dealers');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join('dealers', SHARED_FOLDER), join(folder, SHARED_FOLDER), { recursive: true });
  for (const name of readdirSync('dealers').filter((file) => file.endsWith('.json'))) {
    const text = readFileSync(join('dealers', name), 'utf8')
      .replaceAll('127.0.0.1:4322', `127.0.0.1:${crmPort}`)
      .replaceAll('../.data/demo-stock/', `${dataDir}/demo-stock/`);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

type Ports = { port: number; crmPort: number };

/** Ports of each stack of this process: its dealer files name them, and the same files need no second build. */
const portsOf = new Map<string, Ports>();

/**
 * The demo on ports of its own, with data under `.data/<name>`, so that a running demo is left alone.
 * @param clock fixed where pictures of the sites must not change from day to day
 */
export async function startSeparateStack(name: string, given?: Ports, clock: Clock = systemClock) {
  const dataDir = resolve('.data', name);
  const ports = given ?? portsOf.get(name) ?? { port: await freePort(), crmPort: await freePort() };
  portsOf.set(name, ports);
  const { port, crmPort } = ports;
  return startDemoStack({
    dataDir,
    dealersDir: copyDealers(dataDir, crmPort),
    outDir: join(dataDir, 'dist'),
    port,
    crmPort,
    today: clock.now(),
    clock,
    report: (line) => console.log(`  ${line}`),
    logLevel: 'error',
  });
}
