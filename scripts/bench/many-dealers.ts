import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FOLDER } from '#src/dealer-files/settings-layers.ts';

const ORIGINALS = ['dealers/riverbend.json', 'dealers/kookaburra-cars.json'];

type Location = { id: string; slug: string; name: string; primary?: boolean; address: { street: string } };
type DealerFile = { locations: Location[] };

/** A demo dealer's file under another slug, without values that must be unique. */
function renamed(file: string, slug: string): DealerFile {
  const { previousHosts: _, ...dealer } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dealer, slug, hosts: [`www.${slug}.example`] };
}

function write(folder: string, slug: string, dealer: DealerFile): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join('dealers', SHARED_FOLDER), join(folder, SHARED_FOLDER), { recursive: true });
  writeFileSync(join(folder, `${slug}.json`), JSON.stringify(dealer, null, 2));
}

/** Fills a folder with dealer files that differ from the demo dealers in slug and hosts alone. */
export function writeManyDealers(folder: string, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const slug = `dealer-${at}`;
    write(folder, slug, renamed(ORIGINALS[at % ORIGINALS.length] ?? '', slug));
  }
}

/** A demo dealer grown by locations, each with pages of its own. */
export function writeGrownDealer(folder: string, slug: string, locations: number): void {
  const dealer = renamed('dealers/kookaburra-cars.json', slug);
  const [first] = dealer.locations;
  if (!first) throw new Error('dealers/kookaburra-cars.json has no location to copy');
  const more = Array.from({ length: locations - 1 }, (_, at) => ({
    ...first,
    id: `bench-${at}`,
    slug: `suburb-${at}`,
    name: `Suburb ${at}`,
    primary: false,
    // Locations at one address share opening hours on each of their pages.
    address: { ...first.address, street: `${at + 1} Bench Street` },
  }));
  write(folder, slug, { ...dealer, locations: [first, ...more] });
}
