import type { Facet } from './facets.ts';
import { folded } from './folded.ts';

/** One line of a facet: a label, the stored values behind it (decision 15) and how many vehicles they hold. */
export type FacetOption = { label: string; values: string[]; count: number; isChosen: boolean };

/** The label of a stored value. */
export const valueLabel = (facet: Facet, value: string): string => {
  if (facet.kind === 'flag') return value === 'true' ? facet.label : `Not ${facet.label.toLowerCase()}`;
  return facet.valueLabels?.[value] ?? value;
};

/** Decision 15: all stored values under the label of this one, itself included. */
export function valuesLike(facet: Facet, value: string): string[] {
  const labels = Object.entries(facet.valueLabels ?? {});
  const twins = labels.filter(([, label]) => label === facet.valueLabels?.[value]).map(([stored]) => stored);
  return twins.length > 0 ? twins : [value];
}

/** Position in the facet's own order; values it does not name come last. */
const rankIn = (order: readonly string[], { values }: FacetOption) => {
  const ranks = values.map((value) => order.indexOf(value)).filter((rank) => rank >= 0);
  return ranks.length > 0 ? Math.min(...ranks) : order.length;
};

/** Every search has the same labels again. */
const MOST_KEYS = 5000;
const sortKeys = new Map<string, string>();

/** Numbers in it compare by their value. A collator would do the same, but a browser reads 10 ms of data for it first. */
function sortKey(label: string): string {
  const known = sortKeys.get(label);
  if (known !== undefined) return known;
  const key = folded(label).replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));
  if (sortKeys.size >= MOST_KEYS) sortKeys.clear();
  sortKeys.set(label, key);
  return key;
}

function byLabel(a: FacetOption, b: FacetOption): number {
  const [keyA, keyB] = [sortKey(a.label), sortKey(b.label)];
  return Number(keyA > keyB) - Number(keyA < keyB);
}

/** By the facet's own order if it has one, then by count descending, then by label. */
function inOrder(options: FacetOption[], order: readonly string[] | undefined): FacetOption[] {
  const ranks = order && new Map(options.map((option) => [option, rankIn(order, option)]));
  const rankOf = (option: FacetOption) => ranks?.get(option) ?? 0;
  return options.sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count || byLabel(a, b));
}

/**
 * Lines of a facet in SRCH-05's order: the facet's own, else count descending, then label.
 * @param counts vehicles by stored value
 * @param chosen chosen values; one without vehicles stays, so that it can be removed
 */
export function facetOptions(
  facet: Facet,
  counts: Readonly<Record<string, number>>,
  chosen: readonly string[] = [],
): FacetOption[] {
  const byLabel = new Map<string, FacetOption>();
  for (const value of new Set([...Object.keys(counts), ...chosen])) {
    const label = valueLabel(facet, value);
    const option = byLabel.get(label) ?? { label, values: [], count: 0, isChosen: false };
    option.values.push(value);
    option.count += counts[value] ?? 0;
    option.isChosen ||= chosen.includes(value);
    byLabel.set(label, option);
  }
  return inOrder([...byLabel.values()], facet.valueOrder);
}

/** SRCH-16: of the certified facet, certified vehicles alone where the dealer offers no others. */
export const offeredOptions = (
  facet: Facet,
  options: readonly FacetOption[],
  { certifiedOnly }: { certifiedOnly: boolean },
): readonly FacetOption[] =>
  facet.name === 'certified' && certifiedOnly
    ? options.filter(({ values }) => !values.includes('false'))
    : options;

/** Lines whose label holds a text, whatever its case. */
export const optionsNamed = (options: readonly FacetOption[], text: string): readonly FacetOption[] =>
  folded(text) === '' ? options : options.filter(({ label }) => folded(label).includes(folded(text)));
