import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadDealers } from '#src/config/load-dealers.ts';
import { feedFile } from '#src/providers/feeds/read-feed.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedText } from './feed-file.ts';

export async function makeDemoStock(options: {
  dataDir: string;
  dealersDir: string;
  today: Date;
  report: (line: string) => void;
}) {
  let vehicles = 0;
  for (const dealer of loadDealers(options.dealersDir).dealers) {
    const feed = dealer.stock.feed;
    if (!feed) continue;
    const stock = generateDemoStock({ dealer, today: options.today.toISOString().slice(0, 10) });
    vehicles += stock.length;
    const file = feedFile(feed, options.dealersDir);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, feedText(stock, feed));
  }
  return { vehicles, pictures: 0, changed: true };
}
