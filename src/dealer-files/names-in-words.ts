import type { DealerConfig } from '#src/config/dealer-config.ts';
import { inWordsOf, type KindOfStock, mainKind } from '#src/config/sections/verticals.ts';

type Names = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** A value with the placeholders of its texts filled in; unknown ones are unchanged. */
function filledIn<T>(value: T, names: Names): T;
function filledIn(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    return value.replace(
      PLACEHOLDER,
      (all, key: string) => (Object.hasOwn(names, key) ? names[key] : all) ?? all,
    );
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, names)]));
}

/** A section with the words for what a dealer mainly sells in its texts. */
function inKind<T>(value: T, kind: KindOfStock): T;
function inKind(value: unknown, kind: KindOfStock): unknown {
  if (typeof value === 'string') return inWordsOf(kind, value);
  if (Array.isArray(value)) return value.map((item) => inKind(item, kind));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inKind(item, kind)]));
}

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
  const { forms, serviceExtras } = dealer.leads;
  return {
    ...dealer,
    pages: inKind(filledIn(dealer.pages, names), kind),
    leads: { ...dealer.leads, forms: inKind(forms, kind), serviceExtras: inKind(serviceExtras, kind) },
    search: { ...dealer.search, promos: inKind(dealer.search.promos, kind) },
  };
}
