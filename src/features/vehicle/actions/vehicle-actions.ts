import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Copy } from '#src/config/sections/content/copy-section.ts';
import { KIND_TERMS } from '#src/config/sections/stock/stock-terms.ts';
import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { isSellable } from './card-tag.ts';

/** Query parameters of a link from a vehicle to the finance page. */
export function financeQuery(car: {
  id: string;
  car_type: string;
  vin?: string | null | undefined;
  dealership: string | null | undefined;
  cents: number | null;
}): Record<string, string | undefined> {
  return {
    preferredDealership: car.dealership ?? undefined,
    vehiclePriceBudget: car.cents === null ? undefined : String(Math.round(car.cents / 100)),
    car_id: car.id,
    car_type: car.car_type,
    vin: car.vin ?? undefined,
  };
}

/** CARD-02: a test ride for motorcycles, an inspection for caravans. */
export const testDriveLabel = (
  copy: Pick<Copy, 'testDrive' | 'testRide' | 'inspection'>,
  itemType: ItemType,
): string => copy[KIND_TERMS[itemType].booking];

/** CARD-04: whether a vehicle can be saved. @param cents the displayed price, if any */
export function hasHeart(
  car: Pick<CardDocument, 'status' | 'car_type' | 'image_id'>,
  cents: number | null,
  { favourites, favouritesHiddenFor }: Pick<CardConfig, 'favourites' | 'favouritesHiddenFor'>,
  switches: Pick<DealershipSwitches, 'favourites'> | undefined,
): boolean {
  const exceptions = {
    not_used: car.car_type !== 'used',
    no_price: cents === null || cents <= 0,
    no_images: !car.image_id,
  };
  return (
    favourites &&
    switches?.favourites !== false &&
    isSellable(car) &&
    !favouritesHiddenFor.some((name) => exceptions[name])
  );
}
