import { chromium } from 'playwright';
import type { DemoStack } from '../demo/demo-stack.ts';
import { CHROMIUM_FLAGS, findChromium } from '../programs/chromium.ts';
import type { RecordingProxy } from './recording-proxy.ts';

export type RecordedSearch = {
  /** Body the browser sent to /api/search. */
  sent: string;
  /** Body of the multi-search it caused, the last that it made. */
  caused: string;
};

const LONGEST_MS = 15_000;

/** Uses the search page like a shopper and records the requests on both sides of the endpoint. */
export async function recordSearches(
  stack: DemoStack,
  dealer: string,
  proxy: RecordingProxy,
): Promise<RecordedSearch[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS.slice(1),
  });
  const recorded: RecordedSearch[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) sent.push(request.postData() ?? '');
    });
    await page.goto(`http://${dealer}.localhost:${stack.port}/search/new-used-and-demo-cars`);
    const box = page.locator('main input[name="query"]').last();
    await box.focus();
    await page.waitForSelector('astro-island:not([ssr])', { state: 'attached' });
    for (const query of ['toyota', 'suv', 'hilux sr5', 'white', 'mazda 3', 'automatic', 'diesel', '']) {
      proxy.takeRecorded();
      sent.length = 0;
      const response = page.waitForResponse('**/api/search', { timeout: LONGEST_MS });
      await box.fill(query);
      // Words that cause no search are not recorded.
      await response.catch(() => undefined);
      const caused = proxy.takeRecorded().at(-1);
      const [only, ...more] = sent;
      if (only !== undefined && more.length === 0 && caused !== undefined)
        recorded.push({ sent: only, caused });
    }
  } finally {
    await browser.close();
  }
  if (recorded.length < 3) throw new Error(`Only ${recorded.length} searches could be recorded.`);
  return recorded;
}
