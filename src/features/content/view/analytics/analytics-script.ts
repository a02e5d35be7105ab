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

/**
 * Loaded if any vendor is configured, and reported once, when the page is first hidden. Browsers buffer earlier
 * entries.
 */
let vitals: (() => unknown) | undefined;
atFirstGesture(async () => {
  if (!Reflect.has(globalThis, 'dataLayer')) return;
  const { watchWebVitals } = await import('./web-vitals.ts');
  vitals = watchWebVitals();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  push(vitals?.());
  vitals = undefined;
  flushEvents();
});
