import type { PageEvent } from './page-event.ts';

/** The destination of events. It may throw, reject or do nothing: no code waits for it. */
export type Sink = { name: string; send(events: readonly PageEvent[]): void | Promise<void> };

export const FLUSH_AFTER_MS = 1000;
const MAX_WAITING = 50;

/** ANL-07: collects events and passes them on in batches; a failing sink only causes a warning. */
export function createEventQueue(sinks: readonly Sink[]) {
  let waiting: PageEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    for (const { name, send } of sinks) {
      const warn = (error: unknown) => console.warn(`Analytics "${name}" failed:`, error);
      try {
        Promise.resolve(send(batch)).catch(warn);
      } catch (error) {
        warn(error);
      }
    }
  }

  return {
    push(event: PageEvent): void {
      waiting.push(event);
      if (waiting.length >= MAX_WAITING) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS);
    },
    flush,
  };
}

/** A tag manager's queue, if the dealer has one on the page. */
export const dataLayerSink: Sink = {
  name: 'dataLayer',
  send(events) {
    const layer: unknown = Reflect.get(globalThis, 'dataLayer');
    if (Array.isArray(layer)) for (const event of events) layer.push({ event: 'forecourt', ...event });
  },
};
