import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { PageEvent } from './page-events.ts';

/** Accounts of the dealer at analytics services. */
export type VendorAccounts = { googleTag?: string | undefined; metaPixel?: string | undefined };

/**
 * An analytics service: its script, and how events are sent to it. Both services have a queue that works before the
 * script loads.
 */
export type Vendor = { name: string; script: string; tell(event: PageEvent): void };

type Queue = unknown[];

function googleVendor(id: string, layer: Queue): Vendor {
  // The tag recognises commands by their `arguments` object.
  const command = function (this: unknown, ..._words: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the Google tag reads nothing else
    layer.push(arguments);
  };
  command('js', new Date());
  command('config', id);
  return {
    name: 'Google tag',
    script: `https://www.googletagmanager.com/gtag/js?id=${id}`,
    tell: ({ eventId, ...details }) => command('event', `forecourt_${eventId}`, details),
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
    tell({ eventId, ...details }) {
      // VDP-28: the vendor has a name of its own for the page of a car.
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
 * Creates the queues on the page, so that events before a script loads are reported once it has. Loads nothing.
 * @param page the global object; an existing `dataLayer` of a tag manager is reused
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
      for (const { tell } of vendors) tell(happened);
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
