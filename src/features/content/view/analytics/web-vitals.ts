import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
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
