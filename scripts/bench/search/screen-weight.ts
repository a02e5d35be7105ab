import type { Browser } from 'playwright';
import { gzipKb } from '../page-facts.ts';

const KB = 1000;
const DESKTOP = { viewport: { width: 1440, height: 900 } };

export type ScreenWeight = {
  htmlKb: number;
  rawHtmlKb: number;
  elements: number;
  /** All scripts once someone has used the page, gzip -9. */
  scriptKb: number;
};

/** The search page as it is sent, and all scripts after a first gesture. */
export async function weighScreen(browser: Browser, address: string): Promise<ScreenWeight> {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  try {
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    const response = await page.goto(address, { waitUntil: 'networkidle' });
    const html = (await response?.text()) ?? '';
    const elements = await page.locator('*').count();
    await page.locator('#search-query').focus();
    await page.locator('astro-island:not([ssr]) #search-query').waitFor();
    await page.waitForLoadState('networkidle');
    const files = await Promise.all(scripts.values());
    return {
      htmlKb: gzipKb(html),
      rawHtmlKb: Buffer.byteLength(html) / KB,
      elements,
      scriptKb: files.reduce((sum, file) => sum + gzipKb(file), 0),
    };
  } finally {
    await context.close();
  }
}
