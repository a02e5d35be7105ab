import { mergeLayers } from '#src/dealer-files/layers.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { writeSnapshot } from '#src/dealer-files/snapshot.ts';

/** Publishes the settings of every valid dealer file without building pages, for benches and tests without pages. */
export function publishSettings(dealersDir: string, dist: string): void {
  for (const { dealer, layers } of readDealerFiles(dealersDir).sound) {
    const publishedAt = new Date().toISOString();
    writeSnapshot(dist, { slug: dealer.slug, publishedAt, settings: mergeLayers(layers) });
  }
}
