import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { isVisible } from '#src/features/stock/visible-stock.ts';
import type { VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import type { FeedVehicle } from '../feed-vehicle.ts';
import type { Random } from '../random.ts';
import type { Paint, Shape } from '../shapes.data.ts';
import type { PhotoLibrary } from './photo-library.ts';

const NO_PHOTO_SHARE = 0.03;
const NO_PHOTO_SHARE_COMING = 0.5;
const ONE_PHOTO_SHARE = 0.05;
/** How often the first photo is of another than the usual angle. */
const OTHER_FIRST_SHARE = 0.3;

/**
 * Ids of a vehicle's pictures, the whole vehicle first; none where no photo shows it in its paint.
 * @param firstAngle of the first photo, where that is not left to chance
 */
export function galleryOf(
  photos: PhotoLibrary,
  { shape, paint, status }: { shape: Shape; paint: Paint; status: VehicleStatus },
  random: Random,
  firstAngle?: string,
): string[] {
  const hasNone = random.chance(status === 'coming_soon' ? NO_PHOTO_SHARE_COMING : NO_PHOTO_SHARE);
  const hasOne = random.chance(ONE_PHOTO_SHARE);
  const isOther = random.chance(OTHER_FIRST_SHARE);
  const outside = photos.exteriorsOf(shape, paint);
  if (hasNone || outside.length === 0) return [];
  const [usual, other = usual] = photos.firstAnglesOf(shape, paint);
  const isFirst = (id: string) => id.endsWith(`-${firstAngle ?? (isOther ? other : usual)}`);
  outside.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  return hasOne ? outside.slice(0, 1) : [...outside, ...photos.insideOf(shape)];
}

/** How a vehicle is first seen: in which paint, from which angle. */
export type FirstPhoto = { paint: Paint; angle: string };

/** A vehicle of a yard and the ways its model can be photographed. */
export type Photographed = { vehicle: FeedVehicle; shape: string; first: FirstPhoto | undefined };

const MOST_REPEATS = 2;
/** Vehicles listed on one day may change places on a page. */
const LOOKED_AT = PAGE_SIZE + 9;

/** Searches of one or several types of car. */
const CAR_TYPES = [['new', 'used', 'demo'], ['used'], ['new', 'demo'], ['new'], ['demo']] as const;

const byRank = (a: FeedVehicle, b: FeedVehicle) =>
  (b.custom_rank ?? 0) - (a.custom_rank ?? 0) || String(b.created_at).localeCompare(String(a.created_at));

/** First pages of a dealer's searches by type of car, body and make, in the default order. */
export function firstPages<T extends { vehicle: FeedVehicle }>(
  all: readonly T[],
  dealer: DealerConfig,
  year: number,
  length: number = PAGE_SIZE,
): Map<string, T[]> {
  const shown = all
    .filter(({ vehicle }) =>
      isVisible(
        { ...vehicle, show_on_dealer_website: vehicle.show_on_dealer_website ?? true } as never,
        dealer,
        year,
      ),
    )
    .sort((a, b) => byRank(a.vehicle, b.vehicle));
  const pages = new Map<string, T[]>();
  const add = (name: string, isOn: (vehicle: FeedVehicle) => boolean) =>
    pages.set(name, shown.filter(({ vehicle }) => isOn(vehicle)).slice(0, length));
  const valuesOf = (field: 'simple_body' | 'make') => new Set(shown.map(({ vehicle }) => vehicle[field]));
  for (const types of CAR_TYPES) {
    const isOf = (vehicle: FeedVehicle) => (types as readonly unknown[]).includes(vehicle.car_type);
    add(types.join(' and '), isOf);
    for (const field of ['simple_body', 'make'] as const) {
      for (const value of valuesOf(field)) {
        add(`${types.join(' and ')}, ${value}`, (vehicle) => isOf(vehicle) && vehicle[field] === value);
      }
    }
  }
  return pages;
}

/**
 * Chooses other first photos where one would be seen more than twice on the first page of a search.
 * @param waysOf in which a shape can be seen first
 * @param weightOf how often a paint is seen
 * @returns what each vehicle is to be seen as first; those that are absent stay as they are
 */
export function spreadPhotos(
  all: readonly Photographed[],
  options: {
    dealer: DealerConfig;
    year: number;
    waysOf: (shape: string) => readonly FirstPhoto[];
    weightOf: (paint: Paint) => number;
    random: Random;
  },
): Map<Photographed, FirstPhoto> {
  const { dealer, year, waysOf, weightOf, random } = options;
  const pages = firstPages(all, dealer, year, LOOKED_AT);
  const pagesOf = new Map<Photographed, Map<string, number>[]>();
  for (const page of pages.values()) {
    const seen = new Map<string, number>();
    for (const each of page) pagesOf.set(each, [...(pagesOf.get(each) ?? []), seen]);
  }
  const nameOf = (shape: string, { paint, angle }: FirstPhoto) => `${shape} ${paint} ${angle}`;
  const chosen = new Map<Photographed, FirstPhoto>();
  const inOrder = [...pagesOf.keys()].sort((a, b) => byRank(a.vehicle, b.vehicle));
  for (const each of inOrder) {
    const { shape, first } = each;
    if (!first) continue;
    const counts = pagesOf.get(each) ?? [];
    const mostOf = (way: FirstPhoto) => Math.max(...counts.map((seen) => seen.get(nameOf(shape, way)) ?? 0));
    const ways = waysOf(shape);
    const free = ways.filter((way) => mostOf(way) < MOST_REPEATS);
    const least = Math.min(...ways.map(mostOf));
    const open = free.length > 0 ? free : ways.filter((way) => mostOf(way) === least);
    const isOpen = open.some((way) => nameOf(shape, way) === nameOf(shape, first));
    const way = isOpen || open.length === 0 ? first : random.weighted(open, ({ paint }) => weightOf(paint));
    chosen.set(each, way);
    for (const seen of counts) seen.set(nameOf(shape, way), (seen.get(nameOf(shape, way)) ?? 0) + 1);
  }
  return chosen;
}
