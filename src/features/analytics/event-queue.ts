import type { PageEvent } from './page-event.ts';

export const FLUSH_AFTER_MS = 1000;
const MAX_QUEUED_EVENTS = 50;

const waiting: PageEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** ANL-07: events go to a tag manager's queue, if the dealer has one on the page. One that throws causes a warning. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  const batch = waiting.splice(0);
  try {
    const layer: unknown = Reflect.get(globalThis, 'dataLayer');
    if (Array.isArray(layer)) for (const event of batch) layer.push({ event: 'forecourt', ...event });
  } catch (error) {
    console.warn('Analytics "dataLayer" failed:', error);
  }
}

export function queueEvent(event: PageEvent): void {
  waiting.push(event);
  if (waiting.length >= MAX_QUEUED_EVENTS) flushEvents();
  else timer ??= setTimeout(flushEvents, FLUSH_AFTER_MS);
}
