/** An action of the shopper, by the event ids of the specification. Never contains personal data. */
export type PageEvent = { eventId: number | string; [detail: string]: string | number | boolean };

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Parses the detail of a `forecourt:event`; drops values other than strings, numbers and booleans. */
export function toPageEvent(detail: unknown): PageEvent | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined;
  const event = Object.fromEntries(Object.entries(detail).filter(([, value]) => isScalar(value)));
  const { eventId } = event;
  return typeof eventId === 'number' || (typeof eventId === 'string' && eventId !== '')
    ? { ...event, eventId }
    : undefined;
}

export const FLUSH_AFTER_MS = 1000;
const MAX_QUEUED_EVENTS = 50;

const waiting: PageEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** ANL-07: sends events to a tag manager's queue, if the page has one. Errors are logged as warnings. */
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
