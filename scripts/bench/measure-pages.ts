import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoStack } from '../demo/demo-stack.ts';
import { startSeparateStack } from '../demo/separate-stack.ts';
import { findChromium, launchChromium } from '../programs/chromium.ts';
import { type Hero, startFloorPage } from './floor-page.ts';
import { type LighthouseRun, lighthouseRun } from './lighthouse-run.ts';
import { type BenchRun, type Measurement, sized } from './measurement.ts';
import { fetchHero, pageFacts } from './page-facts.ts';
import { pageRows } from './page-rows.ts';
import { pageNames, pagesToMeasure } from './pages.ts';

const KB = 1000;
const LIGHTHOUSE_RUNS = 3;
const LONGEST_QUIET_WAIT_MS = 60_000;
const QUIET_LOOK_MS = 500;
const QUIET_IDLE_SHARE = 0.75;

const cpuTimes = () => {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (of: (time: (typeof times)[number]) => number) =>
    times.reduce((all, time) => all + of(time), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum((time) => Object.values(time).reduce((a, b) => a + b, 0)),
  };
};

/** Waits until the machine has little else to do: pictures made in the background must not count against a page. */
async function quiet(): Promise<void> {
  const until = performance.now() + LONGEST_QUIET_WAIT_MS;
  while (performance.now() < until) {
    const before = cpuTimes();
    await wait(QUIET_LOOK_MS);
    const after = cpuTimes();
    if ((after.idle - before.idle) / (after.all - before.all) >= QUIET_IDLE_SHARE) return;
  }
}

const pictureKey = (hero: Hero | undefined) =>
  hero ? createHash('sha256').update(hero.bytes).digest('hex') : 'no picture';

/**
 * Pages of a running demo: Lighthouse (mobile, median of three) and weights, beside a hand-written page with the same
 * largest picture.
 * @param names of pages, as `pageNames` gives them
 */
export async function measurePages(
  stack: DemoStack,
  names: readonly string[],
  run: BenchRun,
): Promise<Measurement[]> {
  const floorPage = await startFloorPage();
  const chromePath = await findChromium();
  const browser = await launchChromium({ executablePath: chromePath });
  const measure = async (url: string) => {
    const runs: LighthouseRun[] = [];
    for (let at = 0; at < sized(run, LIGHTHOUSE_RUNS, 1); at++) {
      if (!run.isTiny) await quiet();
      runs.push(await lighthouseRun(url, chromePath));
    }
    return runs;
  };
  const floors = new Map<string, LighthouseRun[]>();
  const floorOf = async (hero: Hero | undefined) => {
    const key = pictureKey(hero);
    await floorPage.show(hero);
    const runs = floors.get(key) ?? (await measure(floorPage.url));
    floors.set(key, runs);
    return { runs, heroKb: hero && hero.bytes.length / KB };
  };
  try {
    const rows: Measurement[] = [];
    for (const page of await pagesToMeasure(stack, names)) {
      const facts = await pageFacts(browser, page.url);
      const runs = await measure(page.url);
      // By now the picture exists in the format the page was measured with.
      const hero = facts.lcpPicture ? await fetchHero(browser, facts.lcpPicture) : undefined;
      rows.push(...pageRows({ page, facts, runs, floor: await floorOf(hero) }));
    }
    return rows;
  } finally {
    await browser.close();
    await floorPage.stop();
  }
}

/** The page of a tiny run. */
const TINY_PAGE = 'vehicle, aldermoor';

/**
 * One page of every type.
 * @throws RangeError where no page has the name asked for
 */
export async function benchPages(run: BenchRun): Promise<Measurement[]> {
  const names = pageNames(run.only ?? sized(run, '', TINY_PAGE));
  const stack = await startSeparateStack('bench');
  try {
    return await measurePages(stack, names, run);
  } finally {
    await stack.stop();
  }
}
