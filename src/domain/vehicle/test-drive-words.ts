import type { Copy } from '#src/config/sections/copy.ts';
import { KIND_WORDS } from '#src/config/sections/verticals.ts';
import type { ItemType } from './vehicle.ts';

/** CARD-02: what a shopper books. A motorcycle is ridden, and a caravan is looked over. */
export const testDriveWords = (
  copy: Pick<Copy, 'testDrive' | 'testRide' | 'inspection'>,
  itemType: ItemType,
): string => copy[KIND_WORDS[itemType].booking];
