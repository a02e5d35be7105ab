import { imageFolders } from '#src/server/images/image-folders.ts';
import { makePictures } from './pictures/make-pictures.ts';
import { writeDemoFeeds } from './write-feeds.ts';

export type DemoStockOptions = {
  /** Holds the pictures, see server/images. */
  dataDir: string;
  dealersDir: string;
  /** Ages, arrivals and registrations count from this day at the dealer's place. */
  today: Date;
  /** Told of what takes long, one line at a time. */
  report: (line: string) => void;
};

export type DemoStock = {
  vehicles: number;
  /** Distinct pictures that the vehicles show. */
  pictures: number;
  /** Whether a feed or a picture was written. */
  changed: boolean;
};

const PICTURES_PER_LINE = 200;

/** Writes the feeds of the demo dealers and draws their pictures; what is already there stays. */
export async function makeDemoStock(options: DemoStockOptions): Promise<DemoStock> {
  const { dataDir, dealersDir, today, report } = options;
  const feeds = writeDemoFeeds({ dealersDir, today });
  const drawn = await makePictures({
    ids: feeds.pictureIds,
    folder: imageFolders(dataDir).originalsFolder,
    onProgress: (done, total) => {
      if (done % PICTURES_PER_LINE === 0) report(`drew ${done} of ${total} pictures`);
    },
  });
  return {
    vehicles: feeds.vehicles,
    pictures: feeds.pictureIds.length,
    changed: feeds.changed || drawn > 0,
  };
}
