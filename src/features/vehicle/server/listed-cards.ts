import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SearchRequest } from '#src/features/search/api/search-schema.ts';
import type { SimilarIds } from '#src/features/search/api/vehicle-cards.ts';
import { type CardDocument, toCard } from '#src/features/search/index/search-document.ts';
import { priceFacet, toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { DEFAULT_SORT } from '#src/features/search/search-index.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { filtersOf } from '#src/features/search/server/understand-query.ts';
import { withViews } from '#src/features/search/server/views-of-hits.ts';
import { mainBody } from '#src/features/vehicle/body-words.ts';
import { pricingOf } from '#src/features/vehicle/price/price-display.ts';
import {
  type ComparedVehicle,
  inSimilarOrder,
  SIMILAR_LIMIT,
  SIMILAR_PER_QUERY,
  similarSearches,
  similarSearchUrl,
} from '#src/features/vehicle/similar/similar-searches.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import { pageOf } from './find-vehicle-page.ts';
import { findVehicleBySlug, findVehiclesById } from './queries/vehicle-queries.ts';

/**
 * Cards of listed vehicles, from the database, in the order of the ids. Hidden vehicles and those of other dealers are
 * omitted.
 */
export async function listedCards(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  ids: readonly string[],
  isWanted: (vehicle: StockedVehicle) => boolean = () => true,
): Promise<CardDocument[]> {
  const now = services.clock.now();
  const vehicles = await findVehiclesById(services.db, dealer.slug, ids);
  return cardsOf(
    services,
    dealer,
    vehicles.filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed' && isWanted(vehicle)),
  );
}

export async function cardsOf(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  vehicles: readonly StockedVehicle[],
): Promise<CardDocument[]> {
  const hits = vehicles.map((vehicle) => toCard(toSearchDocument(vehicle, dealer, services.clock)));
  const [viewed] = await withViews(services, dealer, [{ hits }]);
  return viewed?.hits ?? [];
}

type SimilarServices = Pick<
  Services,
  'search' | 'vocabulary' | 'engineBreaker' | 'clock' | 'db' | 'log' | 'locate'
>;

const IN_STOCK = 'in_stock';
const NOINDEX = { 'X-Robots-Tag': 'noindex' };

function toComparedVehicle(vehicle: StockedVehicle, { stock }: DealerConfig): ComparedVehicle {
  const { id, make, model, car_type, item_type } = vehicle;
  const body = mainBody(vehicle) ?? null;
  const price = priceFacet(pricingOf(vehicle, stock.defaultPriceType));
  return { id, make, model, car_type, item_type, body, price };
}

const toRequest = (search: SearchState): SearchRequest => {
  const { facetFilters, numericFilters } = filtersOf(search);
  return {
    indexName: DEFAULT_SORT,
    params: {
      ...{ query: '', page: 0, hitsPerPage: SIMILAR_PER_QUERY, facets: [] },
      facetFilters: [[`status:${IN_STOCK}`], ...facetFilters],
      numericFilters,
    },
  };
};

/**
 * VDP-14: similar vehicles in stock, most similar first. They are found by search and read from the database, which is
 * more current than the index.
 */
export async function similarVehicles(
  services: SimilarServices,
  dealer: DealerConfig,
  vehicle: StockedVehicle,
  signal?: AbortSignal,
): Promise<CardDocument[]> {
  const { similar, similarBy } = dealer.vehiclePage;
  if (!similar) return [];
  const car = toComparedVehicle(vehicle, dealer);
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

/** Link to the search for similar vehicles; null if the site shows none. */
export const similarSearch = (dealer: DealerConfig, vehicle: StockedVehicle): string | null =>
  dealer.vehiclePage.similar
    ? similarSearchUrl(toComparedVehicle(vehicle, dealer), dealer.vehiclePage.similarBy)
    : null;

/** Also for vehicles that are sold or removed; null if the vehicle was never listed. */
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

export const unknownCarResponse = (): Response =>
  errorResponse(404, 'unknown_car', 'No such vehicle is listed.', NOINDEX);

/** VDP-34: `GET /api/cars/{slug}/similar`. */
export async function respondWithSimilarIds(
  services: SimilarServices,
  dealer: DealerConfig,
  slug: string,
  signal?: AbortSignal,
): Promise<Response> {
  const cards = dealer.vehiclePage.similar ? await similarBySlug(services, dealer, slug, signal) : null;
  if (cards === null) return unknownCarResponse();
  const body: SimilarIds = { ids: cards.map(({ id }) => id) };
  return Response.json(body, { headers: NOINDEX });
}
