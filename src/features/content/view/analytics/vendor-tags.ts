import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { PageEvent } from './page-events.ts';

/** The dealer's accounts at analytics services. */
type VendorAccounts = { googleTag?: string | undefined; metaPixel?: string | undefined };

/**
 * An analytics service: its script, and how events are sent to it. Both services have a queue that works before the
 * script loads.
 */
export type Vendor = { name: string; script: string; send(event: PageEvent): void };

type Queue = unknown[];

function googleVendor(id: string, layer: Queue): Vendor {
  // The tag requires commands to be `arguments` objects.
  const command = function (this: unknown, ..._words: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the Google tag reads nothing else
    layer.push(arguments);
  };
  command('js', new Date());
  command('config', id);
  return {
    name: 'Google tag',
    script: `https://www.googletagmanager.com/gtag/js?id=${id}`,
    send: ({ eventId, ...details }) => command('event', `forecourt_${eventId}`, details),
  };
}

type Pixel = ((...words: unknown[]) => void) & {
  queue: Queue;
  callMethod?: (...words: unknown[]) => void;
  loaded: boolean;
  version: string;
  push?: unknown;
};

function metaVendor(id: string, page: object): Vendor {
  const queue: Queue = [];
  const pixel: Pixel = Object.assign(
    (...words: unknown[]) => {
      if (pixel.callMethod) pixel.callMethod(...words);
      else queue.push(words);
    },
    { queue, loaded: true, version: '2.0' },
  );
  pixel.push = pixel;
  Reflect.set(page, 'fbq', pixel);
  Reflect.set(page, '_fbq', pixel);
  pixel('init', id);
  pixel('track', 'PageView');
  return {
    name: 'Meta pixel',
    script: 'https://connect.facebook.net/en_US/fbevents.js',
    send({ eventId, ...details }) {
      // VDP-28: the vendor has its own event name for vehicle pages.
      if (eventId === ANALYTICS_EVENTS.vehicleView)
        pixel('track', 'ViewContent', { content_name: details.label });
      else pixel('trackCustom', `forecourt_${eventId}`, details);
    },
  };
}

const isReported = (item: unknown): item is { event: 'forecourt' } & PageEvent =>
  typeof item === 'object' &&
  item !== null &&
  'event' in item &&
  item.event === 'forecourt' &&
  'eventId' in item;

/**
 * Creates the vendors' queues, so that events are recorded before a script loads. Loads nothing.
 * @param page the global object; the existing `dataLayer` of a tag manager is reused
 */
export function createVendorQueues({ googleTag, metaPixel }: VendorAccounts, page: object): Vendor[] {
  const known: unknown = Reflect.get(page, 'dataLayer');
  const layer: Queue = Array.isArray(known) ? known : [];
  Reflect.set(page, 'dataLayer', layer);
  const vendors = [
    ...(googleTag ? [googleVendor(googleTag, layer)] : []),
    ...(metaPixel ? [metaVendor(metaPixel, page)] : []),
  ];
  const report = (items: Queue) => {
    for (const { event: _, ...happened } of items.filter(isReported))
      for (const { send } of vendors) send(happened);
  };
  report([...layer]);
  const push = layer.push;
  layer.push = (...items) => {
    const length = push.apply(layer, items);
    report(items);
    return length;
  };
  return vendors;
}
