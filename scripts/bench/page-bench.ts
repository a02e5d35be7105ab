import { startSeparateStack } from '../demo/separate-stack.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { cardPhotoRows, MOST_CARD_PHOTOS } from './card-photos.ts';
import { measurePages } from './measure-pages.ts';
import type { Measurement } from './measurement.ts';
import { pageNames } from './pages.ts';

/** The page of a tiny run, which the bench of vehicle pages measures too. */
export const TINY_PAGE = 'vehicle, aldermoor';

/**
 * One page of every type, and the weight of card photos.
 * @throws RangeError where no page has the name asked for
 */
export async function benchPages(run: BenchRun): Promise<Measurement[]> {
  const names = pageNames(run.only ?? sized(run, '', TINY_PAGE));
  const stack = await startSeparateStack('bench');
  try {
    const rows = await measurePages(stack, names, run);
    return [...rows, ...(await cardPhotoRows(stack.services, sized(run, MOST_CARD_PHOTOS, 2)))];
  } finally {
    await stack.stop();
  }
}
