import type { PageEvent } from './page-events.ts';

/** Fields missing from the DOM types. */
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId?: number };

/** Shifts less than a second apart form a session window of at most five seconds. */
const SHIFT_GAP_MS = 1000;
const SHIFT_WINDOW_MS = 5000;
const SLOW_INTERACTION_MS = 40;

/** Largest sum of layout shifts in a session window (CLS). */
export function createShiftScore() {
  let [windowSum, windowStart, last, worst] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  return {
    add({ startTime, value }: { startTime: number; value: number }): void {
      if (startTime - last > SHIFT_GAP_MS || startTime - windowStart > SHIFT_WINDOW_MS) {
        windowSum = 0;
        windowStart = startTime;
      }
      last = startTime;
      windowSum += value;
      worst = Math.max(worst, windowSum);
    },
    worst: () => worst,
  };
}

/** One outlier is ignored per this many interactions. */
const INTERACTIONS_PER_OUTLIER = 50;
/** Enough for five hundred interactions. */
const MAX_DELAYS = 10;

/** The slowest interaction, ignoring one per fifty (INP). */
export function createInteractionDelay(countInteractions: () => number) {
  const longest = new Map<number, number>();
  const slowestFirst = () => [...longest].sort(([, a], [, b]) => b - a);
  return {
    add(interaction: number, ms: number): void {
      longest.set(interaction, Math.max(longest.get(interaction) ?? 0, ms));
      const [shortest] = slowestFirst()[MAX_DELAYS] ?? [];
      if (shortest !== undefined) longest.delete(shortest);
    },
    /** Milliseconds; undefined without interactions. */
    worst(): number | undefined {
      const outliers = Math.floor(countInteractions() / INTERACTIONS_PER_OUTLIER);
      return slowestFirst()[Math.min(outliers, longest.size - 1)]?.[1];
    },
  };
}

/** Browsers that do not support an entry type never call back; the metric is missing then. */
function observe<T extends PerformanceEntry>(type: string, each: (entry: T) => void): () => void {
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries) each(entry as T);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  const options = { type, buffered: true, durationThreshold: SLOW_INTERACTION_MS };
  observer.observe(options);
  return () => take(observer.takeRecords());
}

/** Measures LCP, INP, TTFB in ms and CLS as a score. @returns a function that reports the current values */
export function watchWebVitals(): () => PageEvent {
  const vitals: Record<string, number> = {};
  const shifts = createShiftScore();
  // Browsers that do not count interactions report the slowest.
  const delays = createInteractionDelay(
    () => (performance as { interactionCount?: number }).interactionCount ?? 0,
  );
  const settle = [
    observe('largest-contentful-paint', ({ startTime }) => {
      vitals.lcp = Math.round(startTime);
    }),
    observe<Interaction>('event', ({ interactionId, duration }) => {
      if (interactionId) delays.add(interactionId, Math.round(duration));
    }),
    observe<Shift>('layout-shift', (shift) => {
      if (!shift.hadRecentInput) shifts.add(shift);
    }),
    observe<PerformanceNavigationTiming>('navigation', ({ responseStart }) => {
      vitals.ttfb = Math.round(responseStart);
    }),
  ];
  return () => {
    for (const drain of settle) drain();
    const inp = delays.worst();
    return {
      eventId: 'web-vitals',
      ...vitals,
      ...(inp !== undefined && { inp }),
      cls: Math.round(shifts.worst() * 1000) / 1000,
    };
  };
}
