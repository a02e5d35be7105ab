import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { byDistance, distanceKm, type GeoPoint } from './distance.ts';

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

/** Tabs of the directory, in order (LOC-01). */
export const LOCATION_TABS = ['sales', 'used', 'service', 'parts'] as const;
export type LocationTab = (typeof LOCATION_TABS)[number];

const TAB_LABELS = { sales: 'Sales', service: 'Service', parts: 'Parts' } as const;

export const locationTabLabel = (tab: LocationTab, noun: StockNoun): string =>
  tab === 'used' ? `Used ${noun.many}` : TAB_LABELS[tab];

/** Tabs that list a location: service-and-parts under both, an empty type under sales (LOC-12). */
export function tabsOf({ location_type }: Pick<Location, 'location_type'>): readonly LocationTab[] {
  if (location_type === 'service-and-parts') return ['service', 'parts'];
  return [location_type === '' ? 'sales' : location_type];
}

export type LocationGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; locations: Location[] }[];
};

/** One group per dealership that has a visible location, in the order of the file; empty tabs are left out. */
export function locationGroups(
  dealerships: readonly Dealership[],
  locations: readonly Location[],
): LocationGroup[] {
  const visible = locations.filter((location) => location.visible);
  return dealerships.flatMap((dealership) => {
    const own = visible.filter((location) => location.dealership === dealership.slug);
    const tabs = LOCATION_TABS.flatMap((tab) => {
      const listed = own.filter((location) => tabsOf(location).includes(tab));
      return listed.length > 0 ? [{ tab, locations: listed }] : [];
    });
    return tabs.length > 0 ? [{ dealership, tabs }] : [];
  });
}

/** The text that the directory's search box searches (LOC-03), in lower case. */
export const locationSearchText = ({ name, address, manufacturers }: Location): string =>
  [name, address.street, address.city, address.state, address.postcode, ...manufacturers]
    .join(' ')
    .toLowerCase();

type Typed = Pick<Location, 'location_type'>;

/** LOC-12: a location with `visible` off is not listed. */
export const visibleLocations = (locations: readonly Location[]): Location[] =>
  locations.filter(({ visible }) => visible);

/** Whether cars are sold there. */
export const sellsCars = (location: Typed): boolean =>
  tabsOf(location).some((tab) => tab === 'sales' || tab === 'used');

const BUYING = 'buying';

/** LOC-12: whether shoppers' cars are bought there. */
export const buysCars = ({ location_subtype }: Pick<Location, 'location_subtype'>): boolean =>
  location_subtype.some((name) => name.toLowerCase() === BUYING);

/** Tabs that hold at least one of these locations, in tab order. */
export function tabsFor(locations: readonly Typed[]): LocationTab[] {
  const used = new Set(locations.flatMap(tabsOf));
  return LOCATION_TABS.filter((tab) => used.has(tab));
}

/** LOC-13: the name of the location itself, then of those whose stock its page also lists. */
export function stockedNames(
  { name, distribution_locations }: Location,
  locations: readonly Location[],
): string[] {
  const others = locations.filter(({ slug }) => distribution_locations.includes(slug));
  return [...new Set([name, ...others.map((other) => other.name)])];
}

/** Listed locations at the same street address, the given one first (LOC-06). */
export function atSameAddress(location: Location, locations: readonly Location[]): Location[] {
  const address = addressText(location.address);
  const others = visibleLocations(locations).filter(
    (other) => other.id !== location.id && addressText(other.address) === address,
  );
  return [location, ...others];
}

/** Whether every word of the query is somewhere in `words`, lower case; an empty query finds everything (LOC-03). */
export const matchesQuery = (words: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));

export type PlaceRowRules = {
  /** Slugs of the only locations shown; empty shows all. */
  only: readonly string[];
  /** Slugs in an order of the dealer's own; the others follow by name. */
  order: readonly string[];
};

const byName = (a: Location, b: Location) => a.name.localeCompare(b.name, 'en-AU');

/** LOC-09: locations of the carousel, by name unless the dealer has an order; hidden ones are left out. */
export function placesInRow(locations: readonly Location[], { only, order }: PlaceRowRules): Location[] {
  const rank = ({ slug }: Location) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return visibleLocations(locations)
    .filter(({ slug }) => only.length === 0 || only.includes(slug))
    .sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

const pointOf = ({ address: { lat, long } }: Location): GeoPoint | undefined =>
  lat === undefined || long === undefined ? undefined : { lat, lng: long };

/** Undefined unless both places are known. */
function kmFrom(from: GeoPoint | undefined, location: Location): number | undefined {
  const at = pointOf(location);
  return at && from && distanceKm(from, at);
}

/** A location with its kilometres from somewhere, if both are known. */
export type PlaceAway = { location: Location; km: number | undefined };

/** Listed locations, the nearest first; those without a position are last. */
export function placesByDistance(locations: readonly Location[], from: GeoPoint | undefined): PlaceAway[] {
  return visibleLocations(locations)
    .map((location) => ({ location, km: kmFrom(from, location) }))
    .sort(byDistance);
}

/** LOC-11: the other locations, the nearest first, without those at the same address. */
export const placesNear = (location: Location, locations: readonly Location[]): PlaceAway[] =>
  placesByDistance(
    locations.filter(
      ({ slug, address }) => slug !== location.slug && addressText(address) !== addressText(location.address),
    ),
    pointOf(location),
  );

export type DirectoryEntry = {
  location: Location;
  /** LOC-11: from the shopper's place, where both are known. */
  km: number | undefined;
  /** Whether the search finds it; the others are hidden, so that a script can show them again. */
  isFound: boolean;
};

export type DirectoryGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; isFound: boolean; isFirst: boolean }[];
  places: DirectoryEntry[];
  isFound: boolean;
};

/** LOC-03: the text a location is found by. */
export const directoryText = (dealership: Dealership, location: Location): string =>
  `${dealership.name.toLowerCase()} ${locationSearchText(location)}`;

/**
 * LOC-01: the cards of the directory, each location once, however many tabs list it.
 * @param asked what a shopper searches for, and from where; then the nearest are first
 */
export function directoryGroups(
  site: { dealerships: readonly Dealership[]; locations: readonly Location[] },
  { query, from }: { query: string; from: GeoPoint | undefined },
): DirectoryGroup[] {
  const groups = locationGroups(site.dealerships, site.locations).map(({ dealership, tabs }) => {
    const entryOf = (location: Location): DirectoryEntry => ({
      location,
      km: kmFrom(from, location),
      isFound: matchesQuery(directoryText(dealership, location), query.trim()),
    });
    const places = [...new Set(tabs.flatMap(({ locations }) => locations))].map(entryOf);
    const found = new Set(places.flatMap((place) => (place.isFound ? tabsOf(place.location) : [])));
    const first = tabs.find(({ tab }) => found.has(tab))?.tab;
    return {
      dealership,
      tabs: tabs.map(({ tab }) => ({ tab, isFound: found.has(tab), isFirst: tab === first })),
      places: places.sort(byDistance),
      isFound: found.size > 0,
    };
  });
  const nearest = ({ places: [first] }: DirectoryGroup) => ({ km: first?.km });
  return from ? groups.sort((a, b) => byDistance(nearest(a), nearest(b))) : groups;
}

const names = ({ manufacturers }: Location, make: string) =>
  manufacturers.some((own) => slugOf(own) === slugOf(make));

/** Listed locations that sell a make; all that sell where none names it. */
export function salesPlacesOf(locations: readonly Location[], make: string): Location[] {
  const selling = visibleLocations(locations).filter(sellsCars);
  const own = selling.filter((location) => names(location, make));
  return own.length > 0 ? own : selling;
}

/** Listed workshops and parts counters for a make: those that name it, else those of the dealerships that sell it. */
export function servicePlacesOf(locations: readonly Location[], make: string): Location[] {
  const serving = visibleLocations(locations).filter((location) =>
    tabsOf(location).some((tab) => tab === 'service' || tab === 'parts'),
  );
  const own = serving.filter((location) => names(location, make));
  if (own.length > 0) return own;
  const sellers = new Set(salesPlacesOf(locations, make).map(({ dealership }) => dealership));
  const near = serving.filter(({ dealership }) => sellers.has(dealership));
  return near.length > 0 ? near : serving;
}
