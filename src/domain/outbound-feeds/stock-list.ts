import { centsToDollars } from '../money.ts';
import { BODY_LABELS } from '../search/facets.ts';
import { priceTypeLabel } from '../vehicle/price-display.ts';
import { type AdvertisedVehicle, type FeedRow, titleOf } from './advertised-vehicle.ts';

/**
 * PLAT-06: a row of the dealer’s own list, for anyone who asks: every vehicle for sale, also without a price, a photo or
 * a VIN. A price comes with its type.
 */
export function stockListRow(advertised: AdvertisedVehicle): FeedRow {
  const { vehicle, price, photos, url, location, dealership } = advertised;
  const text = (value: string | number | undefined) => (value === undefined ? '' : String(value));
  return {
    cells: {
      id: vehicle.id,
      stock_number: text(vehicle.stocknum),
      vin: text(vehicle.vin),
      item_type: vehicle.item_type,
      condition: vehicle.car_type,
      availability: vehicle.reserved ? 'reserved' : vehicle.status,
      title: titleOf(advertised),
      make: vehicle.make,
      model: vehicle.model,
      badge: text(vehicle.badge),
      series: text(vehicle.series),
      year: text(vehicle.year),
      kilometres: text(vehicle.km),
      price_aud: price ? centsToDollars(price.cents).toFixed(2) : '',
      price_type: price ? priceTypeLabel(price.type, vehicle.item_type) : '',
      body: text(vehicle.simple_body && BODY_LABELS[vehicle.simple_body]),
      transmission: text(vehicle.simple_transmission),
      fuel: text(vehicle.simple_fuel),
      drive: text(vehicle.simple_drive),
      colour: text(vehicle.colour),
      seats: text(vehicle.seats),
      doors: text(vehicle.doors),
      dealership: dealership.name,
      location: location.name,
      suburb: location.address.city,
      state: location.address.state.toUpperCase(),
      postcode: location.address.postcode,
      url,
      photos: photos.join(' '),
      updated_at: vehicle.updatedAt,
    },
  };
}
