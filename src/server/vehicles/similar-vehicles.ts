import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import {
  type ComparedVehicle,
  inSimilarOrder,
  SIMILAR_LIMIT,
  SIMILAR_PER_QUERY,
  similarSearches,
  similarSearchUrl,
} from '#src/domain/search/similar-vehicles.ts';
import { DEFAULT_SORT } from '#src/domain/search/sort.ts';
import { priceFacet } from '#src/domain/search/to-search-document.ts';
import { pricingOf } from '#src/domain/vehicle/price-display.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { findVehicleBySlug } from '#src/providers/database/vehicles.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { SearchRequest } from '#src/wire/search.ts';
import type { SimilarIds } from '#src/wire/vehicle-cards.ts';
import { searchVehicles } from '../search/search-vehicles.ts';
import type { Services } from '../services.ts';
import { listedCards } from './listed-cards.ts';
import { pageOf } from './vehicle-page.ts';

type SimilarServices = Pick<
  Services,
  'search' | 'vocabulary' | 'engineBreaker' | 'clock' | 'db' | 'log' | 'locate'
>;

const IN_STOCK = 'in_stock';
const NOINDEX = { 'X-Robots-Tag': 'noindex' };

function compared(vehicle: StockedVehicle, { stock }: DealerConfig): ComparedVehicle {
  const { id, make, model, car_type, item_type, simple_body: body = null } = vehicle;
  const price = priceFacet(pricingOf(vehicle, stock.defaultPriceType));
  return { id, make, model, car_type, item_type, body, price };
}

const filtersOf = (lists: SearchState['lists']) =>
  Object.entries(lists).map(([name, values]) => values.map((value) => `${name}:${value}`));

const toRequest = ({ lists, ranges: { price } }: SearchState): SearchRequest => ({
  indexName: DEFAULT_SORT,
  params: {
    ...{ query: '', page: 0, hitsPerPage: SIMILAR_PER_QUERY, facets: [] },
    facetFilters: [[`status:${IN_STOCK}`], ...filtersOf(lists)],
    numericFilters: price ? [`price>=${price.min}`, `price<=${price.max}`] : [],
  },
});

/**
 * VDP-14: similar vehicles in stock, the most similar first. The search engine finds them, or the database if the
 * engine is unavailable; the database has their current state.
 */
export async function similarVehicles(
  services: SimilarServices,
  dealer: DealerConfig,
  vehicle: StockedVehicle,
  signal?: AbortSignal,
): Promise<CardDocument[]> {
  const { similar, similarBy } = dealer.vehiclePage;
  if (!similar) return [];
  const car = compared(vehicle, dealer);
  const requests = similarSearches(car, similarBy).map(toRequest);
  const { value, isDiverted } = await services.engineBreaker.tally(() =>
    searchVehicles(services, dealer, requests, signal),
  );
  // ERR-02.
  if (isDiverted)
    services.log.warn({ dealer: dealer.slug, car: car.id }, 'similar vehicles from the database');
  const found = value.results.flatMap(({ hits }) => hits);
  const ids = inSimilarOrder(found, car).map(({ id }) => id);
  const cards = await listedCards(services, dealer, ids, ({ status }) => status === IN_STOCK);
  return cards.slice(0, SIMILAR_LIMIT);
}

/** Address of the search for all similar vehicles; null if the site shows none. */
export const similarSearch = (dealer: DealerConfig, vehicle: StockedVehicle): string | null =>
  dealer.vehiclePage.similar
    ? similarSearchUrl(compared(vehicle, dealer), dealer.vehiclePage.similarBy)
    : null;

/** Vehicles similar to the one with this slug, even if it is sold or gone; null if it was never listed. */
export async function similarBySlug(
  services: SimilarServices,
  dealer: DealerConfig,
  slug: string,
  signal?: AbortSignal,
): Promise<CardDocument[] | null> {
  const vehicle = await findVehicleBySlug(services.db, dealer.slug, slug);
  if (!vehicle || pageOf(vehicle, dealer, services.clock.now()).kind === 'unknown') return null;
  return similarVehicles(services, dealer, vehicle, signal);
}

/** 404 `unknown_car`. */
export const similarToNothing = (): Response =>
  errorResponse(404, 'unknown_car', 'No such vehicle is listed.', NOINDEX);

/** VDP-34: responds to `GET /api/cars/{slug}/similar` with ids. */
export async function respondWithSimilarIds(
  services: SimilarServices,
  dealer: DealerConfig,
  slug: string,
  signal?: AbortSignal,
): Promise<Response> {
  const cards = dealer.vehiclePage.similar ? await similarBySlug(services, dealer, slug, signal) : null;
  if (cards === null) return similarToNothing();
  const body: SimilarIds = { ids: cards.map(({ id }) => id) };
  return Response.json(body, { headers: NOINDEX });
}
