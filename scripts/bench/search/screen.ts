import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { SEARCH_DEBOUNCE_MS } from '#src/features/search/search-state.ts';

/** What the page itself saw since `forget`, in ms of its own clock. */
type Seen = {
  /** The last key. */
  pressed: number;
  /** The frame after the first change of what is watched since the last response: what a shopper sees of it. */
  painted: number;
  /** The last response of the search. */
  responded: number;
  /** Long tasks that began or ended after that. */
  longTasks: number[];
  /** From taps and clicks to the next paint. */
  taps: number[];
};

/** No change for so long: the page has settled. */
const QUIET_MS = 400;
const LONGEST_WAIT_MS = 15_000;

/** Runs in the page. */
function install(selector: string): void {
  const seen = {
    ...{ pressed: 0, painted: 0, finished: 0, changes: 0, asked: 0, responded: 0, responses: 0 },
    ...{ tasks: [] as PerformanceEntry[], taps: [] as number[] },
  };
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    if (!String(request[0]).endsWith('/api/search')) return fetch(...request);
    seen.asked += 1;
    const response = await fetch(...request);
    seen.responses += 1;
    Object.assign(seen, { responded: performance.now(), painted: 0 });
    return response;
  };
  addEventListener('keydown', ({ timeStamp }) => (seen.pressed = timeStamp), true);
  const watched = document.querySelector(selector);
  const onPaint = () => {
    seen.changes += 1;
    const { changes, responses } = seen;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (responses === seen.responses) seen.painted ||= performance.now();
        if (changes === seen.changes) seen.finished = performance.now();
      };
      channel.port2.postMessage(0);
    });
  };
  if (watched)
    new MutationObserver(onPaint).observe(watched, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) seen.taps.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Reflect.set(globalThis, 'seen_', seen);
}

/** Watches a part of the page, from now on. */
const watch = (page: Page, selector: string): Promise<void> => page.evaluate(install, selector);

const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = Reflect.get(globalThis, 'seen_');
    Object.assign(seen, {
      pressed: 0,
      painted: 0,
      finished: 0,
      asked: 0,
      responses: 0,
      responded: 0,
      tasks: [],
      taps: [],
    });
  });

/**
 * Waits until what is watched has changed since `forget`, and nothing changes any more.
 * @param searches as many at least
 */
async function settled(page: Page, searches: number): Promise<Seen> {
  await page.waitForFunction(
    ([quiet = 0, least = 0]) => {
      const { painted, finished, responded, asked, responses } = Reflect.get(globalThis, 'seen_');
      const isDone = responses >= least && responses === asked && painted > responded;
      return isDone && performance.now() - finished > quiet;
    },
    [QUIET_MS, searches],
    { timeout: LONGEST_WAIT_MS },
  );
  return page.evaluate(() => {
    const { pressed, painted, responded, tasks, taps } = Reflect.get(globalThis, 'seen_');
    const longTasks = (tasks as PerformanceEntry[])
      .filter(({ startTime, duration }) => startTime + duration > responded)
      .map(({ duration }) => duration);
    return { pressed, painted, responded, longTasks, taps };
  });
}

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const BOX = '#search-query';
const NAME_BOX = '#header-query';
const RESULTS = '#search-results';
const KEY_DELAY_MS = 40;
/** Each finds another set of vehicles than all of them. */
const TYPED = ['toyota', 'suv', 'hilux', 'white', 'mazda', 'ford', 'diesel', 'hyundai'];
const NAMES = ['toy', 'maz', 'hil', 'for', 'suv', 'ran', 'cor', 'hyu'];

export type Typed = {
  /** From the last key to painted results, without the pause of SRCH-02, ms. */
  painted: number[];
  /** After a response, ms. */
  longTasks: number[];
};

const sample = (words: readonly string[], at: number) => words[at % words.length] ?? '';

async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page, slow: (times: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  try {
    return await use(page, async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    });
  } finally {
    await context.close();
  }
}

async function openAwake(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator(BOX).focus();
  await page.locator(`astro-island:not([ssr]) ${BOX}`).waitFor();
  await page.waitForLoadState('networkidle');
}

/** @param slower how many times slower than this machine the processor is */
export const typeQueries = (
  browser: Browser,
  address: string,
  samples: number,
  slower: number,
): Promise<Typed> =>
  withPage(browser, DESKTOP, async (page, slow) => {
    await openAwake(page, address);
    await watch(page, RESULTS);
    await slow(slower);
    const typed: Typed = { painted: [], longTasks: [] };
    for (let at = 0; at <= samples; at += 1) {
      await forget(page);
      await page.locator(BOX).pressSequentially(sample(TYPED, at), { delay: KEY_DELAY_MS });
      const { pressed, painted, longTasks } = await settled(page, 1);
      // The first one compiles the code.
      if (at > 0) {
        typed.painted.push(painted - pressed - SEARCH_DEBOUNCE_MS);
        typed.longTasks.push(...longTasks);
      }
      await forget(page);
      await page.locator(BOX).fill('');
      await settled(page, 1);
    }
    return typed;
  });

/** From a tap on a box of a list to the next paint, on a phone, ms. */
export const tickFacets = (
  browser: Browser,
  address: string,
  samples: number,
  slower: number,
): Promise<number[]> =>
  withPage(browser, PHONE, async (page, slow) => {
    await openAwake(page, address);
    await watch(page, RESULTS);
    await slow(slower);
    await page.getByRole('button', { name: /^Filters/ }).tap();
    const row = page.locator('#facet-body');
    await row.locator('summary').tap();
    const taps: number[] = [];
    for (let at = 0; at < samples; at += 1) {
      const box = row.locator('.facet-option').nth(Math.floor(at / 2) % 3);
      await box.scrollIntoViewIfNeeded();
      await forget(page);
      await box.tap();
      const seen = await settled(page, 1);
      taps.push(Math.max(0, ...seen.taps));
    }
    return taps;
  });

/** From a key in the box of the header to a painted suggestion, ms. */
export const typeNames = (browser: Browser, address: string, samples: number): Promise<number[]> =>
  withPage(browser, DESKTOP, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const box = page.locator(NAME_BOX);
    await box.pressSequentially('a');
    await page.locator(`${NAME_BOX}-list [role=option]`).first().waitFor();
    await watch(page, `${NAME_BOX}-list`);
    const times: number[] = [];
    for (let at = 0; at < samples; at += 1) {
      await box.fill('');
      for (const letter of sample(NAMES, at)) {
        await forget(page);
        await box.press(letter);
        const { pressed, painted } = await settled(page, 0);
        times.push(painted - pressed);
      }
    }
    return times;
  });

/** What the browser sends to the endpoint when `words` are typed. */
export const bodyOf = (browser: Browser, address: string, words: readonly string[]): Promise<string[]> =>
  withPage(browser, DESKTOP, async (page) => {
    await openAwake(page, address);
    const bodies: string[] = [];
    for (const typed of words) {
      const request = page.waitForRequest('**/api/search');
      await page.locator(BOX).fill(typed);
      bodies.push((await request).postData() ?? '');
    }
    return bodies;
  });
