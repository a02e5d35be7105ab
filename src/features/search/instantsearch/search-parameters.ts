type Lists = Readonly<Record<string, readonly string[]>>;
type Bounds = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** What requests say in words of their own; all others they hand on. */
const none = () => ({
  facets: [] as readonly string[],
  disjunctiveFacets: [] as readonly string[],
  hierarchicalFacets: [] as readonly never[],
  facetsRefinements: {},
  facetsExcludes: {},
  disjunctiveFacetsRefinements: {} as Lists,
  numericRefinements: {} as Bounds,
  tagRefinements: [] as readonly never[],
  hierarchicalFacetsRefinements: {},
});
const OWN_WORDS: ReadonlySet<string> = new Set(['index', ...Object.keys(none())]);

type Values = Partial<ReturnType<typeof none>> & {
  readonly index?: string | undefined;
  readonly page?: number | undefined;
  readonly [name: string]: unknown;
};

const isDefined = ([, value]: [string, unknown]): boolean => value !== undefined;

/**
 * The parameters of a search, which never change. It has what InstantSearch uses of the class of the same name in its
 * vendor's helper, for lists of values and ranges: a third of the helper. `astro.config.mjs` replaces it.
 */
export class SearchParameters {
  declare readonly index?: string;
  declare readonly page?: number;
  declare readonly disjunctiveFacets: readonly string[];
  declare readonly disjunctiveFacetsRefinements: Lists;
  declare readonly numericRefinements: Bounds;

  constructor(parameters: Values = {}) {
    Object.assign(this, none(), Object.fromEntries(Object.entries(parameters).filter(isDefined)));
  }

  static make(parameters: Values): SearchParameters {
    return new SearchParameters(parameters);
  }

  /** Undefined values remove a parameter. */
  setQueryParameters(parameters?: Values): SearchParameters {
    return parameters ? new SearchParameters({ ...this, ...parameters }) : this;
  }

  setIndex(index: string): SearchParameters {
    return index === this.index ? this : this.setQueryParameters({ index });
  }

  setPage(page: number): SearchParameters {
    return page === this.page ? this : this.setQueryParameters({ page });
  }

  resetPage(): SearchParameters {
    return this.page === undefined ? this : this.setPage(0);
  }

  getQueryParams(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this).filter(([name]) => !OWN_WORDS.has(name)));
  }

  /** Lists with a chosen value, and ranges with a bound. */
  getRefinedDisjunctiveFacets(): string[] {
    const lists = Object.entries(this.disjunctiveFacetsRefinements)
      .filter(([, values]) => values.length > 0)
      .map(([name]) => name);
    const ranges = Object.entries(this.numericRefinements)
      .filter(([name, bounds]) => Object.keys(bounds).length > 0 && this.disjunctiveFacets.includes(name))
      .map(([name]) => name);
    return [...lists, ...ranges].sort();
  }
}

export default SearchParameters;
// For modules that are required.
export { SearchParameters as 'module.exports' };
