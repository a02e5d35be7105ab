import type { LighthouseRun } from './lighthouse-run.ts';
import { type Measurement, median } from './measurement.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageToMeasure } from './pages.ts';

/** Of the time a hand-written page takes to show the same picture, in percent. */
const MOST_LCP_SHARE = 140;
const MOST_CLS = 0.01;
const MOST_FONT_KB = 40;

export type MeasuredPage = {
  page: Pick<PageToMeasure, 'name' | 'goals'>;
  facts: PageFacts;
  runs: readonly LighthouseRun[];
  /** Of the hand-written page with the same picture. */
  floor: { runs: readonly LighthouseRun[]; heroKb: number | undefined };
};

type Figure = keyof Omit<LighthouseRun, 'fails'>;

const middleOf = (runs: readonly LighthouseRun[]) => (figure: Figure) =>
  median(runs.map((run) => run[figure]));

/** The figures of one page, each beside its goal and the baseline's. */
export function pageRows({ page, facts, runs, floor }: MeasuredPage): Measurement[] {
  const middle = middleOf(runs);
  const ofFloor = middleOf(floor.runs);
  const row = (
    figure: string,
    value: number,
    unit: string,
    more: Partial<Measurement> = {},
  ): Measurement => ({
    ...{ area: page.name, figure, value, unit },
    ...more,
  });
  const beside = (figure: Figure, unit: string) => ({
    against: `floor ${Math.round(ofFloor(figure))} ${unit}`.trim(),
  });
  const atMost = (most: number) => ({ goal: { atMost: most } });
  const atLeast = (least: number) => ({ goal: { atLeast: least } });
  const mostKb = page.goals.pageKb === undefined ? {} : atMost(page.goals.pageKb);
  const fails = [...new Set(runs.flatMap((run) => run.fails))].join(' ');
  const hero = floor.heroKb === undefined ? 'its text' : `the same picture of ${Math.round(floor.heroKb)} KB`;
  return [
    row('Lighthouse performance', middle('performance'), 'of 100', {
      ...atLeast(page.goals.performance),
      ...beside('performance', ''),
    }),
    row('accessibility', middle('accessibility'), '', { ...atLeast(100), against: fails }),
    row('best practices', middle('bestPractices'), '', atLeast(100)),
    ...(page.goals.isUnlisted ? [] : [row('SEO', middle('seo'), '', atLeast(100))]),
    row('FCP', Math.round(middle('fcp')), 'ms', beside('fcp', 'ms')),
    row('LCP', Math.round(middle('lcp')), 'ms', beside('lcp', 'ms')),
    row('LCP of the floor\u2019s', Math.round((100 * middle('lcp')) / ofFloor('lcp')), '%', {
      ...atMost(MOST_LCP_SHARE),
      against: `floor shows ${hero}`,
    }),
    row('TBT', Math.round(middle('tbt')), 'ms', beside('tbt', 'ms')),
    row('CLS', middle('cls'), 'score', atMost(MOST_CLS)),
    row('whole page', middle('totalKb'), 'KB', { ...mostKb, ...beside('totalKb', 'KB') }),
    row('whole page, 390 px twice as dense', facts.denseKb, 'KB', mostKb),
    row('pictures', middle('imageKb'), 'KB', beside('imageKb', 'KB')),
    row('JavaScript before interaction', facts.scriptKb, 'KB', atMost(page.goals.scriptKb)),
    row('inlined CSS', facts.cssKb, 'KB'),
    row('fonts', facts.fontKb, 'KB', atMost(MOST_FONT_KB)),
    row('requests', middle('requests'), '', beside('requests', '')),
    row('failed requests', middle('failedRequests'), '', atMost(0)),
    row('elements', facts.elements, ''),
  ];
}
