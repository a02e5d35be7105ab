import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../processes/chromium.ts';
import { startSeparateStack } from '../processes/separate-stack.ts';
import { startFloorPage } from './floor-page.ts';
import { type LighthouseRun, lighthouseRun } from './lighthouse-run.ts';
import { type Measurement, median } from './measurement.ts';
import { type PageFacts, pageFacts } from './page-facts.ts';
import { type PageToMeasure, pagesToMeasure } from './pages.ts';

const LIGHTHOUSE_RUNS = 3;
/** On a slow phone line, so that a shopper sees a car in about one second. */
const MOST_FCP_MS = 1000;
const MOST_LCP_MS = 1500;
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

type Middle = (figure: keyof Omit<LighthouseRun, 'fails'>) => number;

function rowsOf(
  { name, goals }: PageToMeasure,
  facts: PageFacts,
  runs: readonly LighthouseRun[],
  middle: Middle,
  floor: Middle,
): Measurement[] {
  const row = (
    figure: string,
    value: number,
    unit: string,
    goal?: Measurement['goal'],
    against?: string,
  ): Measurement => ({
    area: name,
    figure,
    value,
    unit,
    ...(goal ? { goal } : {}),
    ...(against ? { against } : {}),
  });
  const beside = (figure: Parameters<Middle>[0], unit: string) =>
    `floor ${Math.round(floor(figure))} ${unit}`.trim();
  const fails = [...new Set(runs.flatMap((run) => run.fails))].join(' ');
  return [
    row(
      'Lighthouse performance',
      middle('performance'),
      '',
      { atLeast: goals.performance },
      beside('performance', ''),
    ),
    row('accessibility', middle('accessibility'), '', { atLeast: 100 }, fails),
    row('best practices', middle('bestPractices'), '', { atLeast: 100 }),
    row('SEO', middle('seo'), '', { atLeast: 100 }),
    row('FCP', Math.round(middle('fcp')), 'ms', { atMost: MOST_FCP_MS }, beside('fcp', 'ms')),
    row('LCP', Math.round(middle('lcp')), 'ms', { atMost: MOST_LCP_MS }, beside('lcp', 'ms')),
    row('TBT', Math.round(middle('tbt')), 'ms', undefined, beside('tbt', 'ms')),
    row('CLS', middle('cls'), '', { atMost: 0.02 }),
    row('whole page', middle('totalKb'), 'KB', undefined, beside('totalKb', 'KB')),
    row('pictures', middle('imageKb'), 'KB', undefined, beside('imageKb', 'KB')),
    row('JavaScript before interaction', facts.scriptKb, 'KB', { atMost: goals.scriptKb }),
    row('requests', middle('requests'), '', undefined, beside('requests', '')),
    row('failed requests', middle('failedRequests'), '', { atMost: 0 }),
    row('elements', facts.elements, ''),
    row('axe findings', facts.axe.length, '', { atMost: 0 }, facts.axe.join(' ')),
    row('text without JavaScript', facts.textShare, '%', { atLeast: 95 }),
    ...(facts.cards.withScripts > 0
      ? [
          row(
            'cards without JavaScript',
            facts.cards.without,
            '',
            { atLeast: facts.cards.withScripts },
            `with it ${facts.cards.withScripts}`,
          ),
        ]
      : []),
  ];
}

/** One page of every type: Lighthouse (mobile, median of three), weights, axe, and what stands without JavaScript, beside a hand-written page. */
export async function benchPages(): Promise<Measurement[]> {
  const stack = await startSeparateStack('bench');
  const floorPage = await startFloorPage();
  const chromePath = await findChromium();
  const browser = await chromium.launch({ executablePath: chromePath, args: CHROMIUM_FLAGS.slice(1) });
  const measure = async (url: string) => {
    const runs: LighthouseRun[] = [];
    for (let run = 0; run < LIGHTHOUSE_RUNS; run++) {
      await quiet();
      runs.push(await lighthouseRun(url, chromePath));
    }
    const middle: Middle = (figure) => median(runs.map((run) => run[figure]));
    return { runs, middle };
  };
  try {
    const floor = await measure(floorPage.url);
    const rows: Measurement[] = [];
    for (const page of await pagesToMeasure(stack)) {
      const facts = await pageFacts(browser, page.url);
      const { runs, middle } = await measure(page.url);
      rows.push(...rowsOf(page, facts, runs, middle, floor.middle));
    }
    return rows;
  } finally {
    await browser.close();
    await floorPage.stop();
    await stack.stop();
  }
}
