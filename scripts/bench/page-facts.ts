import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright';
import type { Hero } from './floor-page.ts';

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** A phone many shoppers have: it requests larger pictures than Lighthouse's phone. */
const DENSE_PHONE = { ...PHONE, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const KB = 1000;
const LCP_WAIT_MS = 2000;

export type PageFacts = {
  /** Scripts before any gesture, gzip -9. */
  scriptKb: number;
  /** Style elements of the HTML as it was sent, together, gzip -9. */
  cssKb: number;
  /** Fonts the page asked for, as sent. */
  fontKb: number;
  /** All bytes sent to a 390 px phone at double density before scrolling. */
  denseKb: number;
  /** Address of the picture that is the largest contentful paint; undefined where that is text. */
  lcpPicture: string | undefined;
  elements: number;
};

export const gzipKb = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length / KB;

/** The content of a page's style elements. */
export const inlinedCss = (html: string): string =>
  Array.from(html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs), ([, css = '']) => css).join('\n');

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);

/** The last candidate so far; the browser reports none before the first paint. */
const lcpPictureOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    (waitMs) =>
      new Promise<string | undefined>((resolve) => {
        setTimeout(() => resolve(undefined), waitMs);
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as LargestContentfulPaint | undefined;
          resolve(last?.url.startsWith('http') ? last.url : undefined);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
    LCP_WAIT_MS,
  );

/** A picture as a browser gets it now. @throws Error if the status is not 200 */
export async function fetchHero(browser: Browser, url: string): Promise<Hero> {
  const page = await browser.newPage();
  try {
    const response = await page.goto(url);
    if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status()}`);
    return { bytes: await response.body(), type: response.headers()['content-type'] ?? '' };
  } finally {
    await page.close();
  }
}

/** All bytes received, headers included, until the network is idle, in KB. */
async function weighDense(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(DENSE_PHONE);
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  let bytes = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await line.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return bytes / KB;
}

/** The weights of one page before any interaction. */
export async function pageFacts(browser: Browser, url: string): Promise<PageFacts> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const bodies = { script: [] as Promise<Buffer>[], font: [] as Promise<Buffer>[] };
  page.on('response', (response: Response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'font') bodies[kind].push(response.body());
  });
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  const cssKb = gzipKb(inlinedCss((await answer?.text()) ?? ''));
  const lcpPicture = await lcpPictureOf(page);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')].map(
      (script) => script.textContent ?? '',
    ),
  );
  const elements = await page.locator('*').count();
  const scripts = [...(await Promise.all(bodies.script)), ...inline];
  const fonts = await Promise.all(bodies.font);
  await context.close();
  return {
    scriptKb: sum(scripts.map(gzipKb)),
    cssKb,
    fontKb: sum(fonts.map(({ length }) => length / KB)),
    denseKb: await weighDense(browser, url),
    lcpPicture,
    elements,
  };
}
