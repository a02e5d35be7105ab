import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { BODIES_OF_ANY_SHAPE } from '#src/features/vehicle/body-words.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import { facetOptions, getFacet } from './facets/facets.ts';
import { rangeField } from './url/url-codec.ts';

export type PickerOption = { value: string; label: string; count: number };

/** A list of the search on the home page (SRCH-243). */
export type Picker = {
  name: FacetName;
  label: string;
  /** Text of the choice of none. */
  any: string;
  /** Models are grouped by make. */
  groups: readonly { label: string | null; options: readonly PickerOption[] }[];
};

/** Most to pay, in dollars. */
export type BudgetPicker = Pick<Picker, 'label' | 'any'> & {
  /** Name of the field. */
  name: string;
  options: readonly { value: number; label: string }[];
};

export type StockPickers = { pickers: readonly Picker[]; budgets: readonly BudgetPicker[] };

/** The search of the home page. */
export type HomeSearch = StockPickers & {
  /** Null if unknown. */
  total: number | null;
  /** Filters of the site's default search, as InstantSearch sends them. */
  within: readonly (readonly string[])[];
};

export type PickerCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;
type Stats = Readonly<Record<string, { min: number; max: number }>>;
type Models = readonly { make: string; model: string }[];

/** What the third list is about: shapes, or else conditions, where there are several. */
const THIRD_FACETS = ['body', 'car_type'] as const satisfies readonly FacetName[];
const BUDGET_FACETS = ['price', 'weekly_price', 'subscription_price'] as const satisfies readonly FacetName[];

export const PICKER_FACETS: readonly FacetName[] = [
  'make',
  'model',
  'make_model',
  ...THIRD_FACETS,
  ...BUDGET_FACETS,
];

const PRICE_STEPS = [5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200, 300, 500].map(
  (thousands) => thousands * 1000,
);
const WEEKLY_STEPS = [50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000];

/** Steps from the least to the first that includes all. */
const stepsWithin = (steps: readonly number[], { min, max }: { min: number; max: number }): number[] =>
  steps.filter((step, at) => step >= min && (steps[at - 1] ?? 0) < max);

const byLabel = (a: PickerOption, b: PickerOption) => {
  const [keyA, keyB] = [folded(a.label), folded(b.label)];
  return Number(keyA > keyB) - Number(keyA < keyB);
};

/** One option a label; its first value finds all of them (decision 15). */
const optionsOf = (name: FacetName, counts: PickerCounts): PickerOption[] =>
  facetOptions(getFacet(name), counts[name] ?? {}).flatMap(({ label, values, count }) => {
    const value = values.toSorted()[0];
    return value === undefined || (name === 'body' && BODIES_OF_ANY_SHAPE.has(value))
      ? []
      : [{ label, value, count }];
  });

/** The most common ones: all models of a large dealer would be a tenth of the page. A script lists those of a make. */
const MAX_MODELS = 15;

function modelGroups(counts: PickerCounts, models: Models): Picker['groups'] {
  const countOf = ({ make, model }: Models[number]) => counts.make_model?.[`${make} ${model}`] ?? 0;
  const common = models.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MAX_MODELS);
  const byMake = Map.groupBy(common, ({ make }) => make);
  return [...byMake]
    .map(([label, ofMake]) => ({
      label,
      options: ofMake
        .map((one) => ({ value: one.model, label: one.model, count: countOf(one) }))
        .sort(byLabel),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

type PickerSite = Pick<PublicConfig, 'subscription' | 'search'> & {
  finance: Pick<PublicConfig['finance'], 'showRepayments'>;
};

function budgetsOf({ subscription, search, finance }: PickerSite, stats: Stats): readonly BudgetPicker[] {
  const budget = (
    facet: FacetName,
    { label, any, unit = '' }: { label: string; any: string; unit?: string },
    steps: readonly number[],
  ): BudgetPicker[] => {
    const found = stats[facet];
    const options = found ? stepsWithin(steps, found) : [];
    const name = rangeField(facet, 'max');
    const toOption = (value: number) => ({ value, label: `Up to ${formatDollars(value, 0)}${unit}` });
    return options.length > 0 ? [{ name, label, any, options: options.map(toOption) }] : [];
  };
  const perWeek = ' a week';
  if (subscription)
    return budget(
      'subscription_price',
      { label: 'Price a week', any: 'Any weekly price', unit: perWeek },
      WEEKLY_STEPS,
    );
  const isWeekly = finance.showRepayments && search.facets.includes('weekly_price');
  return [
    ...budget('price', { label: 'Price', any: 'Any price' }, PRICE_STEPS),
    ...(isWeekly
      ? budget(
          'weekly_price',
          { label: 'Weekly budget', any: 'Any weekly cost', unit: perWeek },
          WEEKLY_STEPS,
        )
      : []),
  ];
}

/**
 * Lists of what is in stock, with numbers; one with a single choice is left out.
 * @param models in stock, with their makes
 */
export function stockPickers(
  site: PickerSite,
  { counts, stats, models }: { counts: PickerCounts; stats: Stats; models: Models },
): StockPickers {
  const list = (name: FacetName, any: string, groups: Picker['groups']): Picker[] =>
    groups.reduce((sum, { options }) => sum + options.length, 0) > 1
      ? [{ name, label: getFacet(name).label, any, groups }]
      : [];
  const flat = (name: FacetName, any: string, options = optionsOf(name, counts)) =>
    list(name, any, [{ label: null, options }]);
  const [third = []] = [flat('body', 'Any body'), flat('car_type', 'Any condition')].filter(
    (one) => one.length > 0,
  );
  return {
    pickers: [
      ...flat('make', 'Any make', optionsOf('make', counts).sort(byLabel)),
      ...list('model', 'Any model', modelGroups(counts, models)),
      ...third,
    ],
    budgets: budgetsOf(site, stats),
  };
}
