import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Copy } from '#src/config/sections/content/copy-section.ts';
import { KIND_TERMS } from '#src/config/sections/stock/stock-terms.ts';
import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { type Cents, dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';
import { isSellable } from './card-tag.ts';

type Amount = Pick<CardConfig, 'reserveAmount'>;

/** VDP-26: undefined if the dealer has configured no deposit. */
export const depositCents = ({ reserveAmount }: Amount): Cents | undefined =>
  reserveAmount ? dollarsToCents(reserveAmount) : undefined;

/** `$200` */
export function depositText(card: Amount): string | undefined {
  const cents = depositCents(card);
  return cents === undefined ? undefined : formatCents(cents);
}

export type ReservableCar = {
  status: string;
  reserved: boolean;
  payment_processors: readonly string[];
  /** The displayed price. */
  shownPrice: Pick<PriceDisplay, 'kind' | 'cents'>;
};

/** VDP-26: in stock with a displayed price and a payment processor, and not reserved. */
export const isReservable = ({ status, reserved, payment_processors, shownPrice }: ReservableCar): boolean =>
  status === 'in_stock' && !reserved && payment_processors.length > 0 && shownPrice.cents !== null;

/** VDP-26: `Reserve Now $200` */
export const reserveLabel = (words: string, card: Parameters<typeof depositText>[0]): string =>
  [words, depositText(card)].filter(Boolean).join(' ');

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
