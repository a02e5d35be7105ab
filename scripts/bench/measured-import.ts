import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
// Loaded as in the process that reads feeds, whose memory is measured.
import '#src/features/stock/server/schedule/feed-worker.ts';
import { openServices } from '#src/server/services.ts';

export type MeasuredTask = { env: NodeJS.ProcessEnv; dealer: DealerConfig; dealersDir: string };

export type MeasuredImport = {
  rows: number;
  /** Of the first import, and of the same feed again. */
  seconds: [number, number];
  /** Most memory of the process, in MB. */
  residentMb: number;
};

const BYTES_PER_MB = 1_000_000;
const KILOBYTE = 1024;

const { env, dealer, dealersDir } = JSON.parse(process.argv[2] ?? '') as MeasuredTask;
const services = await openServices({ env: readEnvironment(env), dealers: [dealer] });
async function importOnce() {
  const { rows, seconds, pictured } = await importStock(services, dealer, { dealersDir });
  pictured.close();
  return { rows, seconds };
}
const first = await importOnce();
const again = await importOnce();
const measured: MeasuredImport = {
  rows: first.rows,
  seconds: [first.seconds, again.seconds],
  residentMb: Math.round((process.resourceUsage().maxRSS * KILOBYTE) / BYTES_PER_MB),
};
process.stdout.write(JSON.stringify(measured));
await services.close();
