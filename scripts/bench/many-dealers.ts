import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ORIGINALS = ['dealers/riverbend.json', 'dealers/kookaburra-cars.json'];

/** Fills a folder with dealer files that differ from the demo dealers in slug and hosts alone. */
export function writeManyDealers(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  const originals = ORIGINALS.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);
  for (let at = 0; at < count; at += 1) {
    const slug = `dealer-${at}`;
    const dealer = { ...originals[at % originals.length], slug, hosts: [`www.${slug}.example`] };
    writeFileSync(join(folder, `${slug}.json`), JSON.stringify(dealer, null, 2));
  }
}
