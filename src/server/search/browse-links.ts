import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';
import type { Services } from '../services.ts';

const MAX_LINKS = 30;

export type BrowseLinks = { title: string; links: { text: string; href: string; count: number }[] };

/**
 * Links to narrower searches: the models of a make, else the makes.
 * @throws SearchUnavailable
 */
export async function browseLinks(
  { vocabulary }: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  scope: SearchScope,
): Promise<BrowseLinks> {
  const make = scope.lists.make?.[0];
  const counts = make ? await vocabulary.models(dealer, make) : await vocabulary.makes(dealer);
  const base = make ? `/search/${slugOf(make)}` : '/search';
  const links = Object.entries(counts)
    .filter(([text]) => slugOf(text) !== '')
    .map(([text, count]) => ({
      text: make ? `${make} ${text}` : text,
      href: `${base}/${slugOf(text)}`,
      count,
    }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
    .slice(0, MAX_LINKS);
  return { title: make ? `${make} models in stock` : 'Browse by make', links };
}
