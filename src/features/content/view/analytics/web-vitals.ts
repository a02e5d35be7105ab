import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { WEB_VITALS_PATH } from '#src/features/content/web-vitals-path.ts';
import type { PageEvent } from './page-events.ts';

/** CLS is a score, rounded to a thousandth; the others are whole milliseconds. */
const rounded = ({ name, value }: Metric) =>
  name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value);

/** Measures LCP, INP, TTFB and CLS. @returns the event that reports them, which has the figures so far at any time */
export function watchWebVitals(): PageEvent {
  const event: PageEvent = { eventId: 'web-vitals' };
  const note = (metric: Metric) => {
    event[metric.name.toLowerCase()] = rounded(metric);
  };
  for (const watch of [onLCP, onINP, onCLS, onTTFB]) watch(note, { reportAllChanges: true });
  return event;
}

/** PLAT-75: reports the figures to the site itself. A preview has no such address, and answers by itself. */
export function sendWebVitals({ lcp, inp, cls }: PageEvent): void {
  fetch(WEB_VITALS_PATH, {
    method: 'POST',
    // The page is being left.
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ lcp, inp, cls }),
  }).catch(() => undefined);
}
