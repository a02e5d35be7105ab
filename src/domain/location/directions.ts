import type { Location } from '#src/config/sections/locations.ts';

type Address = Location['address'];

/** `418 Wickham Street, Fortitude Valley QLD 4006` */
export const addressText = ({ street, city, state, postcode }: Address): string =>
  `${street}, ${city} ${state.toUpperCase()} ${postcode}`;

/** The maps service's directions to a place given as text. */
export const placeDirectionsUrl = (destination: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;

/**
 * The maps service's directions to the exact place if its id is known, else the place's own map page, else directions
 * to the address.
 */
export function directionsUrl(address: Address): string {
  const { place_id, place_url } = address;
  if (place_id === undefined && place_url !== undefined) return place_url;
  const query = new URLSearchParams({ api: '1', destination: addressText(address) });
  if (place_id !== undefined) query.set('destination_place_id', place_id);
  return `https://www.google.com/maps/dir/?${query}`;
}
