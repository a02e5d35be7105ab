import { readPointer } from '#src/dealer-files/live-pointer.ts';
import type { DealerRelease } from './status-facts.ts';

/** What is published of a dealer, read without judging its settings; undefined if it cannot be read. */
export function dealerRelease(dist: string, slug: string): DealerRelease | undefined {
  const pointer = readPointer(dist, slug);
  return pointer && 'release' in pointer ? { publishedAt: pointer.at } : undefined;
}
