import type { Copy } from '#src/config/sections/copy.ts';
import type { Vertical } from '#src/config/sections/verticals.ts';
import type { ItemType } from './vehicle.ts';

const ITEM_TYPE_OF: Readonly<Record<Vertical, ItemType>> = {
  cars: 'car',
  trucks: 'truck',
  motorcycles: 'motorcycle',
  caravans: 'caravan',
  parts: 'car',
};

/** The kind of vehicle a site sells first. */
export const mainItemType = (verticals: readonly Vertical[]): ItemType =>
  ITEM_TYPE_OF[verticals.find((vertical) => vertical !== 'parts') ?? 'cars'];

/** CARD-02: what a shopper books. A motorcycle is ridden, and a caravan is looked over. */
export function testDriveWords(
  copy: Pick<Copy, 'testDrive' | 'testRide' | 'inspection'>,
  itemType: ItemType,
): string {
  if (itemType === 'motorcycle') return copy.testRide;
  return itemType === 'caravan' ? copy.inspection : copy.testDrive;
}
