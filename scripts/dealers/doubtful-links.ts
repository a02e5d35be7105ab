import { siteLinks } from '#src/config/checks/links.ts';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '#src/config/problem.ts';
import { makeNamed } from '#src/config/sections/makes.data.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { fixedScope } from '#src/domain/search/search-scope.ts';

/** Words under /search that mean something whatever is in stock. */
function isSearchWord({ locations, dealerships }: DealerConfig, word: string): boolean {
  const places = [...locations, ...dealerships].map(({ slug }) => slug);
  const makes = locations.flatMap(({ manufacturers }) => manufacturers.map(slugOf));
  return (
    fixedScope(word) !== undefined || [...places, ...makes].includes(word) || makeNamed(word) !== undefined
  );
}

function doubt(dealer: DealerConfig, href: string): string | undefined {
  const [, first, word = ''] = new URL(href, 'http://site').pathname.split('/');
  if (word === '') return undefined;
  if (first === 'enquire') return leadFormNamed(word) ? undefined : 'a form there is';
  if (first !== 'search') return undefined;
  return isSearchWord(dealer, word) ? undefined : 'a search by condition, make, dealership or location';
}

/** Links to stock and forms, whose words the addresses of a site alone do not tell. */
export const doubtfulLinks = (dealer: DealerConfig): Finding[] =>
  siteLinks(dealer).flatMap(({ path, href }) => {
    const expected = doubt(dealer, href);
    return expected === undefined
      ? []
      : [{ path, expected, received: JSON.stringify(href), remedy: 'Correct the link.' }];
  });
