import type { Browser } from 'playwright';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { launchChromium } from '../programs/chromium.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { send } from './http-load.ts';
import { type BenchRun, type Measurement, median, percentile, rowsOf, sized } from './measurement.ts';
import { recordedStack } from './recorded-stack.ts';
import { bodyOf, tickFacets, typeNames, typeQueries } from './search/screen.ts';

/** All that this dealer sells. */
const PATH = '/search/new-used-and-demo-cars';
/** Each finds more than a page. */
const WORDS = ['toyota', 'white', 'automatic'];
const KB = 1000;
const QUARTER = 4;

const row = rowsOf('search');

const p95 = (times: readonly number[]) => percentile(times, 95);

async function screenRows(browser: Browser, site: string, run: BenchRun): Promise<Measurement[]> {
  const address = site + PATH;
  const typed = await typeQueries(browser, address, sized(run, 24, 1), 1);
  const rows = [
    row('last key to painted results beyond the pause, median', median(typed.painted), 'ms', { atMost: 60 }),
    row('last key to painted results beyond the pause, p95', p95(typed.painted), 'ms', { atMost: 75 }),
    row('longest task after a response', Math.max(0, ...typed.longTasks), 'ms', { atMost: 50 }),
  ];
  if (run.isTiny) return rows;
  const slow = await typeQueries(browser, address, 16, QUARTER);
  const taps = await tickFacets(browser, address, 12, QUARTER);
  const names = await typeNames(browser, `${site}/about-us`, 16);
  return [
    ...rows,
    row('the same at a quarter of the speed, median', median(slow.painted), 'ms', { atMost: 160 }),
    row('box ticked to next paint, phone at a quarter of the speed, median', median(taps), 'ms', {
      atMost: 100,
    }),
    row('box ticked to next paint, phone at a quarter of the speed, longest', Math.max(...taps), 'ms', {
      atMost: 100,
    }),
    row('key to painted suggestion, median', median(names), 'ms', { atMost: 30 }),
    row('key to painted suggestion, p95', p95(names), 'ms', { atMost: 60 }),
  ];
}

/** The largest response, as it is sent to a browser that takes brotli. */
async function weightRow(browser: Browser, site: string, port: number): Promise<Measurement> {
  const { hostname: host } = new URL(site);
  const headers = { host, 'accept-encoding': 'br' };
  const weights: number[] = [];
  for (const body of await bodyOf(browser, site + PATH, WORDS)) {
    const reply = await send({ port, path: SEARCH_PATH, headers }, false, body);
    weights.push(reply.status === 200 ? reply.bytes / KB : Number.NaN);
  }
  return row('response of 21 cards, brotli, largest', Math.max(...weights), 'KB', { atMost: 8 });
}

/** The search page in a browser, and what its searches weigh. */
export async function benchSearch(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  const server = await startServeProcess(stack);
  const browser = await launchChromium();
  const site = `http://${stack.dealer}.localhost:${server.port}`;
  try {
    return [...(await screenRows(browser, site, run)), await weightRow(browser, site, server.port)];
  } finally {
    await browser.close();
    await server.stop();
    await stack.meilisearch.stop();
  }
}
