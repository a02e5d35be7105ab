import { slugOf } from '#src/config/sections/slug.ts';

/** Where the names of a dealer's stock are asked for. */
export const SUGGESTIONS_PATH = '/api/suggestions';

/** A name of something in stock, how many vehicles have it, and other words it is found by. */
export type StockName = { name: string; count: number; also?: readonly string[] | undefined };

/** What the stock of a dealer can be found by, as the browser is sent it. */
export type StockNames = {
  /** The search of everything, which badges and body types refine. */
  path: string;
  makes: readonly (StockName & { models: readonly StockName[] })[];
  /** `values` are stored ones that share the name. */
  bodies: readonly (StockName & { values: readonly string[] })[];
  badges: readonly StockName[];
};

/** As shoppers read it. */
export type SuggestionKind = 'Make' | 'Model' | 'Body type' | 'Badge';

export type Suggestion = {
  kind: SuggestionKind;
  text: string;
  /** Of the make before the name of a model. */
  before: string;
  count: number;
  also: readonly string[];
  href: string;
};

const refined = (path: string, name: string, values: readonly string[]): string =>
  `${path}?${new URLSearchParams(values.map((value) => [name, value]))}`;

/** Each name with the address of its search. */
export function suggestionsOf({ path, makes, bodies, badges }: StockNames): Suggestion[] {
  const of = (kind: SuggestionKind, { name, count, also = [] }: StockName, href: string, make = '') => ({
    ...{ kind, count, also, href },
    text: make ? `${make} ${name}` : name,
    before: make,
  });
  return [
    ...makes.flatMap((make) => {
      const href = `/search/${slugOf(make.name)}`;
      return [
        of('Make', make, href),
        ...make.models.map((model) =>
          // Avoids "Mazda Mazda3".
          of(
            'Model',
            model,
            `${href}/${slugOf(model.name)}`,
            model.name.startsWith(make.name) ? '' : make.name,
          ),
        ),
      ];
    }),
    ...bodies.map((body) => of('Body type', body, refined(path, 'body', body.values))),
    ...badges.map((badge) => of('Badge', badge, refined(path, 'badge', [badge.name]))),
  ];
}
