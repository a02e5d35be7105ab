import type { DealerConfig } from '#src/config/dealer-config.ts';
import { inWordsOf, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { withTexts } from '#src/platform/text/untrusted-values.ts';

/** LOC-14: every location with its special days, including those listed in another location's entry. */
export const withSpecialDaysInPlace = (dealer: DealerConfig): DealerConfig => ({
  ...dealer,
  locations: dealer.locations.map((location) => ({
    ...location,
    special_hours: dealer.locations.flatMap(({ id, special_hours }) =>
      special_hours.filter(({ location_id = id }) => location_id === location.id),
    ),
  })),
});

type Names = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

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
    ownPages: withTexts(dealer.ownPages, (text) => inKind(filledIn(text, names))),
    leads: {
      ...dealer.leads,
      forms: withTexts(forms, inKind),
      serviceExtras: withTexts(serviceExtras, inKind),
    },
    search: { ...dealer.search, promos: withTexts(dealer.search.promos, inKind) },
  };
}
