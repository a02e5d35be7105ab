import type { DealerConfig } from '#src/config/dealer-config.ts';

/** Folders under `public/` whose files belong to the dealers that name them; all else there is every site's. */
export const NAMED_FOLDERS: readonly string[] = ['logos', 'pictures'];

const ADDRESS = new RegExp(`/(?:${NAMED_FOLDERS.join('|')})/[^\\s"'()<>?#]+`, 'g');

function pathOf(address: string): string {
  try {
    return decodeURIComponent(address).slice(1);
  } catch {
    return address.slice(1);
  }
}

/** Paths below `public/` of the files in those folders that a dealer's settings name, in links and in words. */
export function namedFiles(dealer: DealerConfig): ReadonlySet<string> {
  // An address alone may have blanks in it.
  const whole = JSON.stringify(dealer).match(/"\/(?:[^"\\?#]|\\.)+/g) ?? [];
  const inWords = JSON.stringify(dealer).match(ADDRESS) ?? [];
  return new Set([...whole.map((text) => text.slice(1)), ...inWords].map(pathOf));
}
