import { href } from '#src/config/public/href.ts';
import { BODY_LABELS } from '#src/domain/search/facets.ts';
import { slugOf } from '#src/domain/slug.ts';
import type { CarShape } from './car-shapes.data.ts';

/** SRCH-24. Without `count` the number of cars is not known. */
export type BrowseTile = { label: string; href: string; count?: number };
export type BodyTile = BrowseTile & { shape: CarShape };

/** Cars by stored facet value, as a search engine counts them. */
export type Counts = Readonly<Record<string, number>>;

/** The tile's drawing, with every stored value that stands under its label (decision 15). */
const BODIES: readonly { shape: CarShape; values: readonly string[] }[] = [
  { shape: 'suv', values: ['suv'] },
  { shape: 'ute', values: ['ute'] },
  { shape: 'hatch', values: ['hatch', 'hatchback'] },
  { shape: 'sedan', values: ['sedan'] },
  { shape: 'wagon', values: ['wagon', 'stationWagon'] },
  { shape: 'van', values: ['van'] },
];

/** @param counts leaves out bodies of which there is no car; without it all are offered */
export function bodyTiles(searchPath: string, counts?: Counts): BodyTile[] {
  return BODIES.flatMap(({ shape, values }) => {
    const count = counts && values.reduce((sum, value) => sum + (counts[value] ?? 0), 0);
    if (count === 0) return [];
    const tile = { shape, label: BODY_LABELS[shape] ?? shape, href: href(searchPath, { body: shape }) };
    return [count === undefined ? tile : { ...tile, count }];
  });
}

const MOST_MAKES = 12;

/** Makes with most cars first; without counts in the order given. */
export function makeTiles(makes: readonly string[], counts: Counts = {}): BrowseTile[] {
  const names = [...new Set([...Object.keys(counts), ...(Object.keys(counts).length > 0 ? [] : makes)])];
  return names
    .filter((name) => slugOf(name) !== '')
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .slice(0, MOST_MAKES)
    .map((label) => {
      const count = counts[label];
      const tile = { label, href: href(`/search/${slugOf(label)}`) };
      return count === undefined ? tile : { ...tile, count };
    });
}
