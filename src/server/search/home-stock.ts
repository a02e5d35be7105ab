import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { BODIES_OF_ANY_SHAPE, BODY_LABELS } from '#src/domain/search/facets.ts';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import { shownCount } from '#src/domain/search/shown-count.ts';
import type { Services } from '../services.ts';
import { isSearchUnavailable } from './search-failure.ts';

/** A link to stock with its number of cars. */
export type BrowseTile = { text: string; href: string; count: number };
export type HomeStock = { total: number | null; bodies: BrowseTile[]; makes: BrowseTile[] };

const TILES = 12;

const largestFirst = (tiles: readonly BrowseTile[]) =>
  [...tiles].sort((a, b) => b.count - a.count || a.text.localeCompare(b.text)).slice(0, TILES);

/** Stored body types that share a label share a tile (decision 15). */
function bodyTiles(counts: Readonly<Record<string, number>>): BrowseTile[] {
  const shapes = Object.keys(counts).filter((body) => !BODIES_OF_ANY_SHAPE.has(body));
  const byLabel = Map.groupBy(shapes, (body) => BODY_LABELS[body] ?? body);
  return [...byLabel].map(([text, bodies]) => ({
    text,
    href: `${ALL_STOCK_PATH}?${new URLSearchParams(bodies.sort().map((body) => ['body', body]))}`,
    count: bodies.reduce((sum, body) => sum + (counts[body] ?? 0), 0),
  }));
}

/** The stock overview of the home page (SRCH-24); empty while the search engine is unavailable. */
export async function homeStock(
  services: Pick<Services, 'vocabulary' | 'log'>,
  dealer: DealerConfig,
): Promise<HomeStock> {
  try {
    const { makes, bodies, total } = await services.vocabulary.overview(dealer);
    return {
      total: shownCount(total, dealer.search.stockCount),
      bodies: largestFirst(bodyTiles(bodies)),
      makes: largestFirst(
        Object.entries(makes).map(([text, count]) => ({ text, href: `/search/${slugOf(text)}`, count })),
      ),
    };
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: String(error) }, 'stock overview is unavailable');
    return { total: null, bodies: [], makes: [] };
  }
}
