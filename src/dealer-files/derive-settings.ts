import type { DealerConfig } from '#src/config/dealer-config.ts';
import { fillKindTerms, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { withTexts } from '#src/platform/text/untrusted-values.ts';

/** LOC-14: moves special days to their locations, including those listed in another location's entry. */
export const moveSpecialDays = (dealer: DealerConfig): DealerConfig => ({
  ...dealer,
  locations: dealer.locations.map((location) => ({
    ...location,
    special_hours: dealer.locations.flatMap(({ id, special_hours }) =>
      special_hours.filter(({ location_id = id }) => location_id === location.id),
    ),
  })),
});

/** What a general enquiry may be about, by default; there is none of a loan where vehicles are rented. */
const LOAN_TOPIC = 'Finance Enquiry';

/**
 * CONT-267: a site that rents vehicles by the week offers no loan, whatever its settings say: no page, form, filter,
 * figure or topic.
 */
export function withoutLoans(dealer: DealerConfig): DealerConfig {
  if (!dealer.subscription) return dealer;
  const { finance, pages, leads, vehiclePage, links } = dealer;
  const off = <P extends { enabled: boolean }>(page: P): P => ({ ...page, enabled: false });
  return {
    ...dealer,
    finance: {
      ...finance,
      showRepayments: false,
      showBrokerQuote: false,
      quickQuote: 'off',
      getFinanceNow: [],
    },
    pages: {
      ...pages,
      finance: off(pages.finance),
      'personalised-finance': off(pages['personalised-finance']),
      'finance-and-insurance': off(pages['finance-and-insurance']),
    },
    leads: { ...leads, categories: leads.categories.filter((topic) => topic !== LOAN_TOPIC) },
    vehiclePage: { ...vehiclePage, financeInDialog: false },
    links: { ...links, finance: '/finance' },
  };
}

type Names = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Unknown placeholders are unchanged. */
const filledIn = (text: string, names: Names): string =>
  text.replace(PLACEHOLDER, (all, key: string) => (Object.hasOwn(names, key) ? names[key] : all) ?? all);

/**
 * Replaces placeholders: on information pages, "{name}" and "{city}" with the dealer's name and the suburb of its main
 * location, and "{responsePromise}" and "{validity}" with when it replies and how long its valuations hold; there, in forms and on promos,
 * "{vehicle}" and "{vehicles}" with what the dealer sells.
 */
export function fillPlaceholders(dealer: DealerConfig): DealerConfig {
  const main = dealer.locations.find(({ primary }) => primary) ?? dealer.locations[0];
  const { validDays } = dealer.tradeIn;
  const names = {
    name: dealer.name,
    city: main?.address.city ?? '',
    responsePromise: dealer.leads.responsePromise,
    validity: validDays === 1 ? '1 day' : `${validDays} days`,
  };
  const kind = mainKind(dealer.verticals);
  const inKind = (text: string) => fillKindTerms(kind, text);
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
