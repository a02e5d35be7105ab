import type { DealerConfig } from '#src/config/dealer-config.ts';
import { inWordsOf, mainKind } from '#src/config/sections/verticals.ts';

type Names = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** A value with each of its texts changed. */
function withTexts<T>(value: T, change: (text: string) => string): T;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, change)]));
}

/** Placeholders without a name are unchanged. */
const filledIn = (text: string, names: Names): string =>
  text.replace(PLACEHOLDER, (all, key: string) => (Object.hasOwn(names, key) ? names[key] : all) ?? all);

/**
 * On information pages, "{name}" and "{city}" become the dealer's name and its main location's suburb, and
 * "{contactPromise}" and "{validity}" the promises of its valuations. There, in forms and on promos, "{vehicle}" and
 * "{vehicles}" become what the dealer sells.
 */
export function withNamesInWords(dealer: DealerConfig): DealerConfig {
  const main = dealer.locations.find(({ primary }) => primary) ?? dealer.locations[0];
  const { contactPromise, validDays } = dealer.tradeIn;
  const names = {
    name: dealer.name,
    city: main?.address.city ?? '',
    contactPromise,
    validity: validDays === 1 ? '1 day' : `${validDays} days`,
  };
  const kind = mainKind(dealer.verticals);
  const inKind = (text: string) => inWordsOf(kind, text);
  const { forms, serviceExtras } = dealer.leads;
  return {
    ...dealer,
    pages: withTexts(dealer.pages, (text) => inKind(filledIn(text, names))),
    leads: {
      ...dealer.leads,
      forms: withTexts(forms, inKind),
      serviceExtras: withTexts(serviceExtras, inKind),
    },
    search: { ...dealer.search, promos: withTexts(dealer.search.promos, inKind) },
  };
}
