import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { type Browser, chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../processes/chromium.ts';
import { type Measurement, median } from './measurement.ts';

export type PageToMeasure = {
  name: string;
  url: string;
  /** Goals of this kind of page; the floor has none. */
  goals?: { performance: number; scriptKb: number };
};

const LIGHTHOUSE_RUNS = 3;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const KB = 1000;

type LighthouseRun = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  fails: string[];
};

async function lighthouseRun(url: string, chromePath: string): Promise<LighthouseRun> {
  const chrome = await launch({ chromePath, chromeFlags: CHROMIUM_FLAGS, logLevel: 'silent' });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const fails = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id),
    );
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      fails,
    };
  } finally {
    chrome.kill();
  }
}

/** Script bytes before any gesture (gzip -9), axe findings, and how much of the text stands without JavaScript. */
async function pageFacts(browser: Browser, url: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    }
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')].map(
      (script) => script.textContent ?? '',
    ),
  );
  const axe = await new AxeBuilder({ page }).analyze();
  const text = (await page.innerText('body')).length;
  await context.close();

  const bare = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const plainPage = await bare.newPage();
  await plainPage.goto(url);
  const plainText = (await plainPage.innerText('body')).length;
  await bare.close();
  const bytes = [
    ...(await Promise.all(scripts)),
    ...inline.map((source) => gzipSync(source, { level: 9 }).length),
  ];
  return {
    scriptKb: bytes.reduce((sum, size) => sum + size, 0) / KB,
    axe: axe.violations.map(({ id, nodes }) => `${id}(${nodes.length})`),
    textShare: Math.round((100 * plainText) / Math.max(1, text)),
  };
}

/** Lighthouse (mobile, median of three), script weight, axe and text without JavaScript, the floor first. */
export async function benchPages(
  pages: readonly PageToMeasure[],
  floor: PageToMeasure,
): Promise<Measurement[]> {
  const chromePath = await findChromium();
  const browser = await chromium.launch({ executablePath: chromePath, args: CHROMIUM_FLAGS.slice(1) });
  const rows: Measurement[] = [];
  let floorText = '';
  try {
    for (const { name, url, goals } of [floor, ...pages]) {
      const facts = await pageFacts(browser, url);
      const runs: LighthouseRun[] = [];
      for (let run = 0; run < LIGHTHOUSE_RUNS; run++) runs.push(await lighthouseRun(url, chromePath));
      const middle = (figure: keyof Omit<LighthouseRun, 'fails'>) => median(runs.map((run) => run[figure]));
      if (!goals) {
        floorText = `floor ${middle('performance')}, LCP ${Math.round(middle('lcp'))} ms`;
        continue;
      }
      const row = (
        figure: string,
        value: number,
        unit: string,
        goal?: Measurement['goal'],
        against?: string,
      ) =>
        rows.push({
          area: name,
          figure,
          value,
          unit,
          ...(goal ? { goal } : {}),
          ...(against ? { against } : {}),
        });
      row('Lighthouse performance', middle('performance'), '', { atLeast: goals.performance }, floorText);
      row(
        'accessibility',
        middle('accessibility'),
        '',
        { atLeast: 100 },
        [...new Set(runs.flatMap((run) => run.fails))].join(' '),
      );
      row('best practices', middle('bestPractices'), '', { atLeast: 100 });
      row('SEO', middle('seo'), '', { atLeast: 100 });
      row('FCP', Math.round(middle('fcp')), 'ms');
      row('LCP', Math.round(middle('lcp')), 'ms');
      row('TBT', Math.round(middle('tbt')), 'ms');
      row('CLS', middle('cls'), '', { atMost: 0.02 });
      row('JavaScript before interaction', facts.scriptKb, 'KB', { atMost: goals.scriptKb });
      row('axe findings', facts.axe.length, '', { atMost: 0 }, facts.axe.join(' '));
      row('text without JavaScript', facts.textShare, '%', { atLeast: 95 });
    }
  } finally {
    await browser.close();
  }
  return rows;
}
