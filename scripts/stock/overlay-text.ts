import type { DealerConfig } from '#src/config/dealer-config.ts';
import { formatCents } from '#src/domain/money.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { type Vehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import type { OverlaidVehicle } from '#src/server/stock/overlays.ts';

const NO_PRICE = 'no price';

function priceText(vehicle: Vehicle, dealer: DealerConfig): string {
  const { text, typeText } = priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: NO_PRICE,
  });
  return typeText === null ? text : `${text} ${typeText.toLowerCase()}`;
}

const isOn = ({ show_on_dealer_website: isShown }: Vehicle): string =>
  isShown ? 'on the website' : 'off the website';

function setText({ set }: OverlaidVehicle): string {
  const price = set.price === null ? [] : [formatCents(set.price)];
  const until = set.until === null ? '' : ` until ${set.until}`;
  const parts = [...(set.isHidden ? ['hidden'] : []), ...price.map((amount) => `${amount}${until}`)];
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

/** A vehicle's lines: what its feed says, what is set over it, what shoppers see. */
export function overlayText(vehicle: OverlaidVehicle, dealer: DealerConfig): string {
  const { fed, shown } = vehicle;
  const isGone = shown.removedAt !== null || !isAvailable(shown);
  return [
    `${vehicleName(shown)}, stock number ${fed.stocknum ?? '-'}`,
    `  feed   ${priceText(fed, dealer)}, ${fed.status.replaceAll('_', ' ')}, ${isOn(fed)}`,
    `  set    ${setText(vehicle)}`,
    `  shown  ${priceText(shown, dealer)}, ${isGone ? 'no longer for sale' : isOn(shown)}, ${vehiclePath(shown.slug)}`,
  ].join('\n');
}
