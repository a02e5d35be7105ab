import type { HistoryEvent, VehicleHistory } from '#src/features/stock/server/importing/stock-history.ts';
import { vehicleName } from '#src/features/vehicle/vehicle.ts';
import { formatCents } from '#src/platform/number/number-format.ts';

const minute = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

const price = (cents: number | string | null | undefined) =>
  cents === null || cents === undefined ? 'no price' : formatCents(Number(cents));

const words = (status: string | null) => (status ?? '').replaceAll('_', ' ');

function sentence({ kind, before, after, discarded }: HistoryEvent): string {
  switch (kind) {
    case 'price_changed':
      return `price changed from ${price(before)} to ${price(after)}`;
    case 'sold':
      return `sold (was ${words(before)})`;
    case 'returned':
      return before === 'sold'
        ? `on sale again (${words(after)})`
        : `back in stock (${words(after)}), gone since ${minute(before ?? '')}`;
    case 'hidden':
      return 'taken off the website by the feed';
    case 'shown':
      return 'put on the website by the feed';
    case 'set_hidden':
      return 'taken off the website by a person';
    case 'set_shown':
      return 'put back on the website by a person';
    case 'set_price':
      return after === null
        ? `price of ${price(before)} ended: the feed’s holds`
        : `price of ${price(after)} set by a person`;
    case 'slug_changed':
      return `address changed from ${before} to ${after}`;
    case 'removed':
      return 'left the stock';
    case 'duplicate':
      return discarded
        ? `row ${discarded.row} of the feed left out as a duplicate: ${price(discarded.priceCents)}, ${discarded.km ?? 'unknown'} km, ${words(discarded.status)} (content ${discarded.contentHash.slice(0, 8)})`
        : 'a row left out as a duplicate';
    default:
      return kind;
  }
}

/** What the feed, or the first import, shows about earlier days. */
function listing({ firstSeenAt, listedAt }: VehicleHistory['vehicle']): string {
  if (listedAt === null) return " in the dealer's first import";
  const day = listedAt.slice(0, 10);
  return day === firstSeenAt.slice(0, 10) ? '' : `, listed on ${day} by the feed`;
}

/** One vehicle's history for people, prices in dollars, times in UTC. */
export function historyText({ vehicle, events }: VehicleHistory): string {
  const now = vehicle.removedAt === null ? words(vehicle.status) : 'no longer in stock';
  return [
    `${vehicleName(vehicle)}, ${price(vehicle.price)}, ${now}`,
    `  stock number ${vehicle.stocknum ?? '-'}, VIN ${vehicle.vin ?? '-'}, address ${vehicle.slug}`,
    `  ${minute(vehicle.firstSeenAt)}  first seen${listing(vehicle)}`,
    ...events.map((event) => `  ${minute(event.at)}  ${sentence(event)}`),
  ].join('\n');
}
