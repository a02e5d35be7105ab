import type { Location } from '#src/config/sections/locations.ts';

type Address = Location['address'];

/** `418 Wickham Street, Fortitude Valley QLD 4006` */
export const addressText = ({ street, city, state, postcode }: Address): string =>
  `${street}, ${city} ${state.toUpperCase()} ${postcode}`;

/** The place's own map page, else the maps service's directions to the address. */
export const directionsUrl = (address: Address): string =>
  address.place_url ??
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: addressText(address) })}`;
