import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { DemoStack } from '../demo/demo-stack.ts';
import { CHROMIUM_FLAGS, findChromium } from '../programs/chromium.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { type Hero, startFloorPage } from './floor-page.ts';
import { type LighthouseRun, lighthouseRun } from './lighthouse-run.ts';
import type { Measurement } from './measurement.ts';
import { fetchHero, pageFacts } from './page-facts.ts';
import { pageRows } from './page-rows.ts';
import { pagesToMeasure } from './pages.ts';

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

/** By name: a page that two benches of one run ask for is measured once. */
const measured = new Map<string, Measurement[]>();

/**
 * Pages of a running demo: Lighthouse (mobile, median of three), weights, axe, and what is there without JavaScript,
 * beside a hand-written page with the same largest picture.
 * @param names of pages, as `pageNames` gives them
 */
export async function measurePages(
  stack: DemoStack,
  names: readonly string[],
  run: BenchRun,
): Promise<Measurement[]> {
  const floorPage = await startFloorPage();
  const chromePath = await findChromium();
  const browser = await chromium.launch({ executablePath: chromePath, args: CHROMIUM_FLAGS.slice(1) });
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
      const known = measured.get(page.name);
      if (known) {
        rows.push(...known);
        continue;
      }
      const facts = await pageFacts(browser, page.url);
      const runs = await measure(page.url);
      // By now the picture exists in the format the page was measured with.
      const hero = facts.lcpPicture ? await fetchHero(browser, facts.lcpPicture) : undefined;
      const own = pageRows({ page, facts, runs, floor: await floorOf(hero) });
      measured.set(page.name, own);
      rows.push(...own);
    }
    return rows;
  } finally {
    await browser.close();
    await floorPage.stop();
  }
}
