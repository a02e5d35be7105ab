import type { InfoPageName } from '#src/config/sections/info-pages.ts';

const OWNERSHIP = [
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
] as const;

/** Information pages to offer after another one, if the site has them. */
const RELATED: Readonly<Record<InfoPageName, readonly InfoPageName[]>> = {
  finance: ['finance-and-insurance', 'trade-in'],
  'trade-in': ['value-my-car-terms-and-conditions', 'finance'],
  'value-my-car-terms-and-conditions': ['trade-in'],
  'finance-and-insurance': ['finance', 'trade-in'],
  service: OWNERSHIP,
  'service-plus': OWNERSHIP,
  warranty: ['service', ...OWNERSHIP],
  'roadside-assist': ['service', ...OWNERSHIP],
  'capped-price-servicing': ['service', ...OWNERSHIP],
  'vehicle-parts-and-accessories': ['service', '4x4-outdoor'],
  'book-test-drive': ['finance', 'trade-in'],
  fleet: ['finance-and-insurance', 'service'],
  careers: [],
  '4x4-outdoor': ['vehicle-parts-and-accessories', 'service'],
  'personalised-finance': ['finance', 'trade-in'],
  'spin-to-win': [],
};

/** @returns names in the order shown, the page itself left out */
export const relatedPages = (name: InfoPageName): InfoPageName[] =>
  RELATED[name].filter((other) => other !== name);
