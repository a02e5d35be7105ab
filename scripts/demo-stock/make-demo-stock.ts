import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedBytes, writeIfChanged } from './feed-file.ts';
import { type FeedVehicle, pictureIdsOf } from './feed-vehicle.ts';
import { DEMO_PARTS } from './parts.data.ts';
import { DEMO_PHOTOS, type PhotoLibrary } from './photos/photo-library.ts';

/** The one that lists its parts; other counters are asked by the form. */
const SELLS_PARTS = 'ironbark-trucks';

/** What the dealer's feed lists besides vehicles. */
function demoParts({
  slug,
  verticals,
  locations,
}: Pick<DealerConfig, 'slug' | 'verticals' | 'locations'>): FeedVehicle[] {
  if (slug !== SELLS_PARTS || !verticals.includes('parts')) return [];
  const counter = locations.find((place) => tabsOf(place).includes('parts'));
  return DEMO_PARTS.map(([part_name, part_number, make, model, year, price, car_type], at) => ({
    ...{ part_name, part_number, make, model, year, price, car_type },
    item_type: 'part',
    status: 'in_stock',
    stocknum: `PT${String(at + 1).padStart(4, '0')}`,
    images: [],
    ...(counter && { location_slug: counter.slug }),
  }));
}

/** A dealer whose feed lies in a folder of this name gets demo stock; other feeds are never written. */
const DEMO_FOLDER = 'demo-stock';

type WrittenFeeds = {
  vehicles: number;
  /** Distinct ids of the pictures the vehicles show. */
  pictureIds: string[];
  changed: boolean;
};

/** Writes the feed of each demo dealer where its file says, in its own format; an equal file stays untouched. */
export function writeDemoFeeds(options: { dealersDir: string; today: Date }): WrittenFeeds {
  const { dealersDir, today } = options;
  const ids = new Set<string>();
  let vehicles = 0;
  let changed = false;
  for (const dealer of loadDealers(dealersDir).dealers) {
    const { feed } = dealer.stock;
    const file = feed?.file && resolve(dealersDir, feed.file);
    if (!feed || !file || basename(dirname(file)) !== DEMO_FOLDER) continue;
    const stock = generateDemoStock({ dealer, today: zonedDate(today, dealer.timeZone).date });
    for (const id of stock.flatMap(pictureIdsOf)) ids.add(id);
    vehicles += stock.length;
    changed = writeIfChanged(file, feedBytes([...stock, ...demoParts(dealer)], feed)) || changed;
  }
  return { vehicles, pictureIds: [...ids], changed };
}

/**
 * Puts the photos of these ids where an import expects originals; an equal file stays untouched.
 * @returns the number written
 */
export const copyPhotos = (photos: PhotoLibrary, ids: readonly string[], folder: string): number =>
  ids.filter((id) => writeIfChanged(join(folder, originalFile(id)), readFileSync(photos.fileOf(id)))).length;

export type DemoStockOptions = {
  /** Holds the pictures, see server/images. */
  dataDir: string;
  dealersDir: string;
  /** Ages, arrivals and registrations count from this day at the dealer's place. */
  today: Date;
};

export type DemoStock = {
  vehicles: number;
  /** Distinct pictures that the vehicles show. */
  pictures: number;
  /** Whether a feed or a picture was written. */
  changed: boolean;
};

/** Writes the feeds of the demo dealers and stores their photos as originals; what is already there stays. */
export function makeDemoStock({ dataDir, dealersDir, today }: DemoStockOptions): DemoStock {
  const feeds = writeDemoFeeds({ dealersDir, today });
  const copied = copyPhotos(DEMO_PHOTOS, feeds.pictureIds, imageFolders(dataDir).originalsFolder);
  return {
    vehicles: feeds.vehicles,
    pictures: feeds.pictureIds.length,
    changed: feeds.changed || copied > 0,
  };
}
