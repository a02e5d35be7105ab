import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSites } from '../processes/build-sites.ts';
import { startServeProcess } from '../processes/serve-process.ts';
import { hostileRequests } from './hostile-bodies.ts';
import type { Measurement } from './measurement.ts';
import { sendHostile } from './send-hostile.ts';

const DEALER = 'riverbend';
const REQUESTS = 10_000;
const SEED = 20_260_701;
/** Leads among them are none too many: the server is to read them all. */
const LIMITS = 'address=9999999/9999999 phone=9999999 site=9999999/9999999';

/** Sends requests no form sends to every address that takes a body; the server is a process of its own. */
export async function benchFuzz(): Promise<Measurement[]> {
  // Pages are rendered by modules in the output folder, which find their packages from there.
  mkdirSync('.astro', { recursive: true });
  const dist = mkdtempSync(join('.astro', 'bench-fuzz-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-fuzz-'));
  try {
    await buildSites({ dealersDir: 'dealers', slugs: [DEALER], outDir: dist });
    const env = {
      DATA_DIR: dataDir,
      SITE_SECRET: 'a secret of the bench that signs nothing of worth',
      LEAD_LIMITS: LIMITS,
      LOG_LEVEL: 'silent',
    };
    const server = await startServeProcess({ dealersDir: 'dealers', dist, env });
    const answers = await sendHostile(server.port, hostileRequests(`${DEALER}.localhost`, REQUESTS, SEED));
    const health = await fetch(`http://127.0.0.1:${server.port}/health`);
    await server.stop();
    for (const { request, statuses } of answers) {
      if (statuses.some((status) => status >= 500)) console.log(request.bytes.toString().slice(0, 500));
    }
    const figure = (name: string, value: number, goal: Measurement['goal']): Measurement => ({
      area: 'fuzz',
      figure: name,
      value,
      unit: '',
      ...(goal && { goal }),
    });
    const count = (from: number, to: number) =>
      answers.filter(({ statuses }) => statuses.some((status) => status >= from && status < to)).length;
    const silent = answers.filter(({ request, statuses }) => !request.ends && statuses.length === 0);
    return [
      figure('requests', answers.length, { atLeast: REQUESTS }),
      figure('answers of 2xx and 3xx', count(200, 400), undefined),
      figure('answers of 4xx', count(400, 500), undefined),
      figure('answers of 5xx', count(500, 600), { atMost: 0 }),
      figure('whole requests without an answer', silent.length, { atMost: 0 }),
      figure('status of /health afterwards', health.status, { atMost: 200 }),
    ];
  } finally {
    for (const folder of [dist, dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}
