import type { Browser } from 'playwright';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { type RecordedStack, recordedStack } from './recorded-stack.ts';
import { startFleetIndex } from './search/fleet-index.ts';
import { weighResponses } from './search/response-weight.ts';
import { bodyOf, openBrowser, tickFacets, typeNames, typeQueries } from './search/screen.ts';
import { weighScreen } from './search/screen-weight.ts';
import { CONCURRENT, latencies, searchPair, throughputs, WARM_UPS } from './search-pair.ts';

/** All that this dealer sells. */
const PATH = '/search/new-used-and-demo-cars';
const VEHICLES = 10_000;
/** Vehicles of a tiny run: those of the demo alone. */
const TINY_VEHICLES = 100;
/** Each finds more than a page. */
const WORDS = ['toyota', 'white', 'automatic'];
const KB = 1000;
const QUARTER = 4;
const REPEATED = 0.7;
const PAIR = {
  full: { warmUps: WARM_UPS, samples: 200, windowSeconds: 2, windows: 4 },
  tiny: { warmUps: 1, samples: 3, windowSeconds: 0.1, windows: 1 },
};

const row = (
  figure: string,
  value: number,
  unit: string,
  goal?: Measurement['goal'],
  against?: string,
): Measurement => ({
  ...{ area: 'search', figure, value, unit },
  ...(goal && { goal }),
  ...(against && { against }),
});

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

async function weightRows(
  browser: Browser,
  site: string,
  { port, host }: { port: number; host: string },
): Promise<Measurement[]> {
  const screen = await weighScreen(browser, site + PATH);
  const bodies = await bodyOf(browser, site + PATH, WORDS);
  const weights = await weighResponses(port, host, bodies);
  return [
    row('response of 21 cards, brotli, largest', Math.max(...weights) / KB, 'KB', { atMost: 8 }),
    row('search page, gzip', screen.htmlKb, 'KB', { atMost: 40 }, `${screen.rawHtmlKb.toFixed(0)} KB raw`),
    row('search page', screen.elements, 'elements', { atMost: 1800 }),
    row('scripts after the first gesture, gzip', screen.scriptKb, 'KB', { atMost: 150 }),
  ];
}

/** The endpoint over the engine itself, both over one index of so many vehicles at many dealers. */
async function fleetRows(stack: RecordedStack, run: BenchRun, vehicles: number): Promise<Measurement[]> {
  const size = sized(run, PAIR.full, PAIR.tiny);
  const engine = await startFleetIndex(stack.meilisearch, 'vehicles', vehicles);
  const server = await startServeProcess({ ...stack, env: { ...stack.env, MEILI_HOST: engine.host } });
  try {
    const pair = searchPair(stack, server.port, engine);
    const fleet = `${vehicles.toLocaleString('en-AU')} vehicles`;
    const { ours, theirs } = await latencies(pair, size);
    const over = (figure: string, of: (times: number[]) => number, most: number) =>
      row(
        `${fleet}: endpoint over raw, ${figure}`,
        of(ours) - of(theirs),
        'ms',
        { atMost: most },
        `${of(ours).toFixed(1)} against ${of(theirs).toFixed(1)} ms`,
      );
    const share = async (figure: string, repeated: number, least: number) => {
      const many = await throughputs(pair, size, repeated);
      return row(
        `${fleet}: share of raw throughput, ${CONCURRENT} concurrent, ${figure}`,
        (100 * many.ours) / many.theirs,
        '%',
        { atLeast: least },
        `${Math.round(many.ours)} against ${Math.round(many.theirs)} a second`,
      );
    };
    return [
      over('median', median, 3),
      over('p95', p95, 8),
      await share('no query twice', 0, 60),
      await share(`${100 * REPEATED} % repeated`, REPEATED, 100),
    ];
  } finally {
    await server.stop();
    await engine.stop();
  }
}

/** The search page in a browser, and what it weighs. Both processes have ended when it returns. */
async function pageRows(stack: RecordedStack, run: BenchRun): Promise<Measurement[]> {
  const server = await startServeProcess(stack);
  const browser = await openBrowser();
  const host = `${stack.dealer}.localhost`;
  const site = `http://${host}:${server.port}`;
  try {
    return [
      ...(await screenRows(browser, site, run)),
      ...(await weightRows(browser, site, { port: server.port, host })),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The search page, then its endpoint over the engine itself, with no browser beside it. */
export async function benchSearch(run: BenchRun): Promise<Measurement[]> {
  const stack = await recordedStack();
  try {
    const rows = await pageRows(stack, run);
    for (const vehicles of run.vehicles ?? [sized(run, VEHICLES, TINY_VEHICLES)])
      rows.push(...(await fleetRows(stack, run, vehicles)));
    return rows;
  } finally {
    await stack.meilisearch.stop();
  }
}
