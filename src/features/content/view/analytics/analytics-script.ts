import { atFirstGesture } from '#src/platform/ui/dom/deferred-work.ts';
import { flushEvents, queueEvent, toPageEvent } from './page-events.ts';

/**
 * Analytics events, on every page.
 *
 * Other parts of a page report by
 * - `<… data-page-event="4" data-page-event-label="…">` in the HTML, sent once per page view;
 * - `dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId: 25, label: 'header' } }))` on window.
 * Details are texts, numbers and switches without personal data; anything else is dropped.
 */

// Vendor scripts load on the first interaction, and receive the events queued until then.
if (document.querySelector('[data-vendor-tags]'))
  Reflect.set(globalThis, 'dataLayer', Reflect.get(globalThis, 'dataLayer') ?? []);

function push(detail: unknown): void {
  const event = toPageEvent(detail);
  if (event) queueEvent(event);
}

/** `data-page-event="4"`, with an optional `data-page-event-label`. */
function pushPageEvents(): void {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-page-event]')) {
    push({ eventId: Number(dataset.pageEvent), label: dataset.pageEventLabel });
  }
}

addEventListener('forecourt:event', (event) => push(event instanceof CustomEvent ? event.detail : undefined));
pushPageEvents();

/** Of visits, one in five reports how fast it was. Programs that drive a browser are no shoppers. */
const REPORTED_SHARE = 0.2;
const isReported = !navigator.webdriver && Math.random() < REPORTED_SHARE;

/** Reported once, when the shopper first leaves. The browser keeps what came before. */
let report: (() => void) | undefined;
atFirstGesture(async () => {
  const isHeard = Reflect.has(globalThis, 'dataLayer');
  if (!isHeard && !isReported) return;
  const { watchWebVitals, sendWebVitals } = await import('./web-vitals.ts');
  const vitals = watchWebVitals();
  report = () => {
    push(vitals);
    if (isReported) sendWebVitals(vitals);
  };
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  report?.();
  report = undefined;
  flushEvents();
});
