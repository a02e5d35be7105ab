import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startFloorPage } from './floor-page.ts';
import type { LighthouseRun } from './lighthouse-run.ts';
import { holds } from './measurement.ts';
import { gzipKb, inlinedCss, type PageFacts } from './page-facts.ts';
import { pageRows } from './page-rows.ts';
import { pageNames } from './pages.ts';

const run = (lcp: number, cls = 0): LighthouseRun => ({
  ...{ performance: 100, accessibility: 100, bestPractices: 100, seo: 100 },
  ...{ fcp: 700, lcp, tbt: 0, cls, totalKb: 90, imageKb: 40, requests: 9, failedRequests: 0, fails: [] },
});
const facts: PageFacts = {
  ...{
    scriptKb: 1,
    cssKb: 13.9,
    fontKb: 41,
    denseKb: 120,
    lcpPicture: undefined,
    elements: 400,
  },
};
const rowsOf = (lcp: number, cls: number, heroKb?: number, pageKb?: number) =>
  pageRows({
    page: { name: 'home', goals: { performance: 98, scriptKb: 5, ...(pageKb && { pageKb }) } },
    facts,
    runs: [run(lcp, cls), run(lcp - 100), run(lcp + 900, cls)],
    floor: { runs: [run(1000)], heroKb },
  });
const figure = (rows: ReturnType<typeof rowsOf>, name: string) => {
  const row = rows.find((it) => it.figure === name);
  if (!row) throw new Error(`No row "${name}".`);
  return { value: row.value, against: row.against, holds: holds(row) };
};
const FLOOR = 'LCP of the floor\u2019s';

it('PLAT-01 the largest paint is judged by a hand-written page with the same picture', () => {
  const picture = 'floor shows the same picture of 43 KB';
  expect(figure(rowsOf(1400, 0, 42.7), FLOOR)).toEqual({ value: 140, against: picture, holds: true });
  expect(figure(rowsOf(1410, 0), FLOOR)).toEqual({
    value: 141,
    against: 'floor shows its text',
    holds: false,
  });
});

it('PLAT-01 a page that moves, or with more fonts than allowed, misses its goal', () => {
  expect(figure(rowsOf(900, 0.01), 'CLS').holds).toBe(true);
  expect(figure(rowsOf(900, 0.02), 'CLS').holds).toBe(false);
  expect(figure(rowsOf(900, 0), 'fonts').holds).toBe(false);
});

it('PLAT-01 a page is weighed on both phones if its type has a goal', () => {
  const held = (pageKb?: number) =>
    ['whole page', 'whole page, 390 px twice as dense'].filter(
      (name) => figure(rowsOf(900, 0, 40, pageKb), name).holds,
    ).length;
  expect([held(), held(120), held(100), held(80)]).toEqual([2, 2, 1, 0]);
});

it('PLAT-01 a page that search engines do not list has no goal of SEO', () => {
  const page = (isUnlisted?: true) => ({
    name: 'x',
    goals: { performance: 100, scriptKb: 5, ...(isUnlisted && { isUnlisted }) },
  });
  const figures = (isUnlisted?: true) =>
    pageRows({
      page: page(isUnlisted),
      facts,
      runs: [run(900)],
      floor: { runs: [run(900)], heroKb: undefined },
    }).map((row) => row.figure);
  expect(figures()).toContain('SEO');
  expect(figures(true)).not.toContain('SEO');
});

it('PLAT-01 inlined CSS is the content of the style elements', () => {
  const html = '<style>a{b:c}</style><p>x</p><style data-x="y">\nd{e:f}</style><script>"<p>"</script>';
  expect(inlinedCss(html)).toBe('a{b:c}\n\nd{e:f}');
  expect(gzipKb('a'.repeat(100_000))).toBeLessThan(0.2);
});

it('PLAT-01 pages are chosen by a part of their name, and an unknown name is reported', () => {
  expect(pageNames('vehicle')).toEqual([
    'vehicle, riverbend',
    'vehicle, kookaburra-cars',
    'vehicle, aldermoor',
  ]);
  expect(pageNames()).toEqual(
    expect.arrayContaining(['brand', 'model', 'offer', 'information', 'blog', 'thank-you']),
  );
  expect(() => pageNames('checkout')).toThrow('No page named "checkout". There are: home, riverbend;');
});

it('PLAT-01 the floor page shows the picture it is given, or none', async () => {
  const bytes = await sharp({ create: { width: 6, height: 4, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const floor = await startFloorPage();
  try {
    expect(await (await fetch(floor.url)).text()).not.toContain('<img');
    await floor.show({ bytes, type: 'image/webp' });
    expect(await (await fetch(floor.url)).text()).toContain('<img src="/hero" width="6" height="4"');
    const answer = await fetch(`${floor.url}hero`);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  } finally {
    await floor.stop();
  }
});
