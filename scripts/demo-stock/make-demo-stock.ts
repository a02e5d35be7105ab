import { imageFolders } from '#src/server/images/image-folders.ts';
import { makePictures } from './pictures/make-pictures.ts';
import { writeDemoFeeds } from './write-feeds.ts';

export type DemoStockOptions = {
  /** Holds the pictures, see server/images. */
  dataDir: string;
  dealersDir: string;
  /** Calendar day `YYYY-MM-DD`. */
  today: string;
  onProgress?: (step: string, done: number, total: number) => void;
};

export type DemoStock = {
  vehicles: number;
  /** Distinct pictures that the vehicles show. */
  pictures: number;
  /** Whether a feed or a picture was written. */
  changed: boolean;
};

/** Writes the feeds of the demo dealers and draws their pictures; what is already there stays. */
export async function makeDemoStock(options: DemoStockOptions): Promise<DemoStock> {
  const { dataDir, dealersDir, today, onProgress } = options;
  const feeds = writeDemoFeeds({
    dealersDir,
    today,
    onFeed: (dealer, vehicles) => onProgress?.(`Stock of ${dealer}`, vehicles, vehicles),
  });
  const drawn = await makePictures({
    ids: feeds.pictureIds,
    folder: imageFolders(dataDir).originalsFolder,
    onProgress: (done, total) => onProgress?.('Pictures', done, total),
  });
  return {
    vehicles: feeds.vehicles,
    pictures: feeds.pictureIds.length,
    changed: feeds.changed || drawn > 0,
  };
}
