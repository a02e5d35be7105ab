import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { byDistance, distanceKm, type GeoPoint } from './distance.ts';

type Address = Location['address'];

/** `418 Wickham Street, Fortitude Valley QLD 4006` */
export const addressText = ({ street, city, state, postcode }: Address): string =>
  `${street}, ${city} ${state.toUpperCase()} ${postcode}`;

/** Directions to a place given as text, at the maps service. */
export const placeDirectionsUrl = (destination: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;

/** Directions to the place id if known, or its map page, or directions to the address. */
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

/** Tabs that list a location: both for service-and-parts, sales for an empty type (LOC-12). */
export function tabsOf({ location_type }: Pick<Location, 'location_type'>): readonly LocationTab[] {
  if (location_type === 'service-and-parts') return ['service', 'parts'];
  return [location_type === '' ? 'sales' : location_type];
}

type LocationGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; locations: Location[] }[];
};

/** A group per dealership with visible locations, in file order, without empty tabs. */
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

/** Lower-case text for the directory's search (LOC-03). */
export const locationSearchText = ({ name, address, manufacturers }: Location): string =>
  [name, address.street, address.city, address.state, address.postcode, ...manufacturers]
    .join(' ')
    .toLowerCase();

type Typed = Pick<Location, 'location_type'>;

/** LOC-12: locations with `visible` off are not listed. */
export const visibleLocations = (locations: readonly Location[]): Location[] =>
  locations.filter(({ visible }) => visible);

export const sellsCars = (location: Typed): boolean =>
  tabsOf(location).some((tab) => tab === 'sales' || tab === 'used');

const BUYING = 'buying';

/** LOC-12: whether the location buys shoppers' cars. */
export const buysCars = ({ location_subtype }: Pick<Location, 'location_subtype'>): boolean =>
  location_subtype.some((name) => name.toLowerCase() === BUYING);

/** Tabs with at least one of these locations, in order. */
export function tabsFor(locations: readonly Typed[]): LocationTab[] {
  const used = new Set(locations.flatMap(tabsOf));
  return LOCATION_TABS.filter((tab) => used.has(tab));
}

/** LOC-13: name of the location, then of others whose stock its page lists. */
export function stockedNames(
  { name, distribution_locations }: Location,
  locations: readonly Location[],
): string[] {
  const others = locations.filter(({ slug }) => distribution_locations.includes(slug));
  return [...new Set([name, ...others.map((other) => other.name)])];
}

/** Listed locations at the same address, the given one first (LOC-06). */
export function atSameAddress(location: Location, locations: readonly Location[]): Location[] {
  const address = addressText(location.address);
  const others = visibleLocations(locations).filter(
    (other) => other.id !== location.id && addressText(other.address) === address,
  );
  return [location, ...others];
}

/** Whether `words`, in lower case, contains every word of the query; an empty query matches (LOC-03). */
export const matchesQuery = (words: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));

type PlaceRowRules = {
  /** Slugs of the locations to show; empty for all. */
  only: readonly string[];
  /** Slugs in display order; others follow by name. */
  order: readonly string[];
};

const byName = (a: Location, b: Location) => a.name.localeCompare(b.name, 'en-AU');

/** LOC-09: locations of the carousel, by name unless the dealer defines an order; hidden ones are left out. */
export function carouselLocations(
  locations: readonly Location[],
  { only, order }: PlaceRowRules,
): Location[] {
  const rank = ({ slug }: Location) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return visibleLocations(locations)
    .filter(({ slug }) => only.length === 0 || only.includes(slug))
    .sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

const pointOf = ({ address: { lat, long } }: Location): GeoPoint | undefined =>
  lat === undefined || long === undefined ? undefined : { lat, lng: long };

/** Undefined unless both positions are known. */
function kmFrom(from: GeoPoint | undefined, location: Location): number | undefined {
  const at = pointOf(location);
  return at && from && distanceKm(from, at);
}

/** LOC-275: whole kilometres to each location by its name, the nearest first; those without a position are left out. */
export const locationDistances = (locations: readonly Location[], from: GeoPoint): Record<string, number> =>
  Object.fromEntries(
    locationsByDistance(locations, from).flatMap(({ location: { name }, km }) =>
      km === undefined ? [] : [[name, Math.round(km)]],
    ),
  );

/** A location with its distance, if known. */
export type LocationDistance = { location: Location; km: number | undefined };

/** Listed locations, nearest first; those without a position last. */
function locationsByDistance(locations: readonly Location[], from: GeoPoint | undefined): LocationDistance[] {
  return visibleLocations(locations)
    .map((location) => ({ location, km: kmFrom(from, location) }))
    .sort(byDistance);
}

/** LOC-11: other locations, nearest first, except those at the same address. */
export const nearbyLocations = (location: Location, locations: readonly Location[]): LocationDistance[] =>
  locationsByDistance(
    locations.filter(
      ({ slug, address }) => slug !== location.slug && addressText(address) !== addressText(location.address),
    ),
    pointOf(location),
  );

type DirectoryEntry = {
  location: Location;
  /** LOC-11: distance from the shopper, if known. */
  km: number | undefined;
  /** Whether the search matches; other locations are hidden, so that a script can show them again. */
  isFound: boolean;
};

type DirectoryGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; isFound: boolean; isFirst: boolean }[];
  places: DirectoryEntry[];
  isFound: boolean;
};

/** LOC-03: searchable text of a location. */
export const directoryText = (dealership: Dealership, location: Location): string =>
  `${dealership.name.toLowerCase()} ${locationSearchText(location)}`;

/**
 * LOC-01: cards of the directory, each location once, however many tabs list it.
 * @param asked query and position of the shopper; with a position, nearest first
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

/** LOC-277: the only location of a dealership, if it has the same name, which then is written once. */
export function namesakeOf({
  dealership,
  places,
}: Pick<DirectoryGroup, 'dealership' | 'places'>): Location | undefined {
  const [only, ...others] = places;
  return others.length === 0 && only?.location.name === dealership.name ? only.location : undefined;
}

const names = ({ manufacturers }: Location, make: string) =>
  manufacturers.some((own) => slugOf(own) === slugOf(make));

/** Listed locations that sell a make, or all that sell if none names it. */
export function salesLocationsOf(locations: readonly Location[], make: string): Location[] {
  const selling = visibleLocations(locations).filter(sellsCars);
  const own = selling.filter((location) => names(location, make));
  return own.length > 0 ? own : selling;
}

/** Listed service and parts locations for a make: those that name it, or those of dealerships that sell it. */
export function serviceLocationsOf(locations: readonly Location[], make: string): Location[] {
  const serving = visibleLocations(locations).filter((location) =>
    tabsOf(location).some((tab) => tab === 'service' || tab === 'parts'),
  );
  const own = serving.filter((location) => names(location, make));
  if (own.length > 0) return own;
  const sellers = new Set(salesLocationsOf(locations, make).map(({ dealership }) => dealership));
  const near = serving.filter(({ dealership }) => sellers.has(dealership));
  return near.length > 0 ? near : serving;
}
