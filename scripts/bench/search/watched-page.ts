import type { Page } from 'playwright';

/** What the page itself saw since `forget`, in ms of its own clock. */
export type Seen = {
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
export const watch = (page: Page, selector: string): Promise<void> => page.evaluate(install, selector);

export const forget = (page: Page): Promise<void> =>
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
export async function settled(page: Page, searches: number): Promise<Seen> {
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
