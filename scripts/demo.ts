import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dealersFolder } from '#src/config/load-dealers.ts';
import { type DemoStack, startDemoStack } from './processes/demo-stack.ts';

const { values } = parseArgs({ options: { 'dealers-dir': { type: 'string' } } });
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`;
const report = (line: string) => console.log(`${seconds()}  ${line}`);

let running: DemoStack | undefined;
let stopping = false;

/** Before the stack is up an exit is enough: what it has started ends with this process. */
async function stop(): Promise<void> {
  if (stopping || !running) process.exit(130);
  stopping = true;
  console.log('\nStopping…');
  await running.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

try {
  const stack = await startDemoStack({
    dataDir: resolve(process.env.DATA_DIR ?? '.data'),
    dealersDir: dealersFolder(values['dealers-dir']),
    outDir: resolve('dist'),
    port: Number(process.env.PORT ?? 4321),
    crmPort: Number(process.env.CRM_PORT ?? 4322),
    today: new Date(),
    report,
  });
  report('ready');
  console.log(`\n  All sites   http://localhost:${stack.port}`);
  for (const { slug, name } of stack.dealers)
    console.log(`  ${name.padEnd(24)}http://${slug}.localhost:${stack.port}`);
  console.log(`  ${'Demo CRM (leads)'.padEnd(24)}${stack.crmUrl}\n\n  Ctrl-C stops everything.`);

  running = stack;
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
