import { workerData } from 'node:worker_threads';
import type { DatabaseLocation } from '#src/config/environment.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { CarSitemapTask, OutboundFeedTask, VehiclePdfTask } from './document-threads.ts';

/* Entry point of the worker threads. Each loads only the modules its documents need. */

let opened: Promise<Database> | undefined;

function database(): Promise<Database> {
  opened ??= import('#src/platform/database/open-database.ts').then(({ openDatabase }) =>
    openDatabase(workerData as DatabaseLocation & { DATABASE_CONNECTIONS: number }),
  );
  return opened;
}

export async function vehiclePdf({ photo, ...task }: VehiclePdfTask): Promise<Uint8Array> {
  const pdf = await import('#src/features/vehicle/server/pdf/vehicle-pdf.ts');
  const picture = photo && Promise.resolve(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength));
  return pdf.vehiclePdf({ ...task, photo: picture });
}

export async function outboundFeed({ dealer, feed, at }: OutboundFeedTask): Promise<string> {
  const { advertisedVehicles } = await import('#src/features/feeds/server/advertised-vehicles.ts');
  const { FEED_FORMATS } = await import('#src/features/feeds/feed-formats.ts');
  const vehicles = await advertisedVehicles({ db: await database(), clock: { now: () => at } }, dealer);
  return FEED_FORMATS[feed].write(vehicles).text;
}

export async function carSitemap(task: CarSitemapTask): Promise<string | undefined> {
  const { carSitemapXml } = await import('#src/features/content/server/seo/car-sitemap-xml.ts');
  return carSitemapXml({ db: await database(), clock: { now: () => task.at } }, task);
}
