import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { OverlaidVehicle } from '#src/features/stock/server/importing/stock-overlays.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { isAvailable, type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { formatCents } from '#src/platform/number/number-format.ts';

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
