import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { startSeparateStack } from '../demo/separate-stack.ts';
import { CHROMIUM_FLAGS, findChromium } from '../programs/chromium.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { cardPhotoRows, MOST_CARD_PHOTOS } from './card-photos.ts';
import { type Hero, startFloorPage } from './floor-page.ts';
import { type LighthouseRun, lighthouseRun } from './lighthouse-run.ts';
import type { Measurement } from './measurement.ts';
import { fetchHero, pageFacts } from './page-facts.ts';
import { pageRows } from './page-rows.ts';
import { pageNames, pagesToMeasure } from './pages.ts';

const KB = 1000;
const LIGHTHOUSE_RUNS = 3;
/** The page of a tiny run. */
const TINY_PAGE = 'home, riverbend';
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
 * One page of every type: Lighthouse (mobile, median of three), weights, axe, and what stands without
 * JavaScript, beside a hand-written page with the same largest picture; and the weight of card photos.
 * @throws RangeError where no page has the name asked for
 */
export async function benchPages(run: BenchRun): Promise<Measurement[]> {
  const names = pageNames(run.only ?? sized(run, '', TINY_PAGE));
  const stack = await startSeparateStack('bench');
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
      const facts = await pageFacts(browser, page.url);
      const runs = await measure(page.url);
      // Only now is the picture in the format that the page was measured with.
      const hero = facts.lcpPicture ? await fetchHero(browser, facts.lcpPicture) : undefined;
      rows.push(...pageRows({ page, facts, runs, floor: await floorOf(hero) }));
    }
    return [...rows, ...(await cardPhotoRows(stack.services, sized(run, MOST_CARD_PHOTOS, 2)))];
  } finally {
    await browser.close();
    await floorPage.stop();
    await stack.stop();
  }
}
