import { lostFiles } from '#src/publishing/release/dealer-release.ts';
import { dealerRelease } from '#src/server/status/gather-status.ts';
import type { DealerRelease } from '#src/server/status/status-facts.ts';

/** What is published of a dealer, each of its files looked at. Of a damaged release the first lost file is named. */
export function checkedRelease(dist: string, slug: string): DealerRelease | undefined {
  const release = dealerRelease(dist, slug);
  if (!release || release.damage !== undefined) return release;
  const [first, ...more] = lostFiles(dist, slug, release.id);
  if (first === undefined) return release;
  const lost = more.length === 0 ? `${first} is` : `${first} and ${more.length} more are`;
  return { ...release, damage: `${lost} lost or cut short` };
}
