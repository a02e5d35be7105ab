import type { Sink } from './event-queue.ts';

/** A tag manager's queue, where the dealer has one on the page. */
export const dataLayerSink: Sink = {
  name: 'dataLayer',
  send(events) {
    const layer: unknown = Reflect.get(globalThis, 'dataLayer');
    if (Array.isArray(layer)) for (const event of events) layer.push({ event: 'forecourt', ...event });
  },
};
