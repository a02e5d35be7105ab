import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright';

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const KB = 1000;
const CARD = '.vehicle-card';

export type PageFacts = {
  /** Scripts before any gesture, gzip -9. */
  scriptKb: number;
  elements: number;
  axe: string[];
  /** Of the text with scripts, in percent. */
  textShare: number;
  /** Result cards with scripts and without. */
  cards: { withScripts: number; without: number };
};

/** What one page is made of, before any gesture, with and without JavaScript. */
export async function pageFacts(browser: Browser, url: string): Promise<PageFacts> {
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
  const elements = await page.locator('*').count();
  const withScripts = await page.locator(CARD).count();
  await context.close();

  const bare = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const plainPage = await bare.newPage();
  await plainPage.goto(url);
  const plainText = (await plainPage.innerText('body')).length;
  const without = await plainPage.locator(CARD).count();
  await bare.close();
  const bytes = [
    ...(await Promise.all(scripts)),
    ...inline.map((source) => gzipSync(source, { level: 9 }).length),
  ];
  return {
    scriptKb: bytes.reduce((sum, size) => sum + size, 0) / KB,
    elements,
    axe: axe.violations.map(({ id, nodes }) => `${id}(${nodes.length})`),
    textShare: Math.round((100 * plainText) / Math.max(1, text)),
    cards: { withScripts, without },
  };
}
