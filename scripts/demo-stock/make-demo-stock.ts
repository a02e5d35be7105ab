import { imageFolders } from '#src/platform/images/image-store.ts';
import { copyPhotos } from './photos/copy-photos.ts';
import { DEMO_PHOTOS } from './photos/photo-library.ts';
import { writeDemoFeeds } from './write-feeds.ts';

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
