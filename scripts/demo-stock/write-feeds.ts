import { basename, dirname, resolve } from 'node:path';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { demoParts } from './demo-parts.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedBytes, writeIfChanged } from './feed-file.ts';
import { pictureIdsOf } from './feed-vehicle.ts';

/** A dealer whose feed lies in a folder of this name gets demo stock; other feeds are never written. */
const DEMO_FOLDER = 'demo-stock';

export type WrittenFeeds = {
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
