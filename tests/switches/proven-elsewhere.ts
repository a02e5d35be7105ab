const ROUTES = 'src/config/public/routes/resolve-address.test.ts';
const CONTENT = 'tests/switches/content.cases.ts';
const FEEDS = 'scripts/demo-stock/demo-dealers.test.ts';
const HOURS = 'src/domain/location/hours.test.ts';

/** Switches whose effect is no text of a page, or depends on more stock than these tests have, and who proves them. */
export const PROVEN_ELSEWHERE: Readonly<Record<string, string>> = {
  template: 'src/config/provenance.test.ts',
  state: 'tests/integration/switches-of-stock.test.ts',
  'redirects[].status': ROUTES,
  'links.tradeIn': ROUTES,
  'links.checkout': ROUTES,
  'links.models': ROUTES,
  'links.valuationTerms': ROUTES,
  'links.garage': ROUTES,
  'account.myGarage': ROUTES,
  'account.onlinePayment': ROUTES,
  'account.gates.checkout': ROUTES,
  'account.gates.spinToWin': ROUTES,
  'account.gates.personalisedFinance': ROUTES,
  'account.gates.equifaxFinance': ROUTES,
  'account.gates.tradeIn': ROUTES,
  'account.gates.sellMyCar': ROUTES,
  'slides[].hide_overlay': CONTENT,
  'slots[].place': 'tests/switches/frame.cases.ts',
  'locations[].primary': 'src/config/checks/check-dealer.test.ts',
  'locations[].address.state': 'src/domain/location/location-facts.test.ts',
  'locations[].opening_hours[].status': HOURS,
  'locations[].special_hours[].status': HOURS,
  'stock.feed.format': FEEDS,
  'stock.feed.encoding': FEEDS,
  'stock.feed.delimiter': FEEDS,
  'stock.feed.mode': 'tests/integration/stock-incremental.test.ts',
  'search.splitMakes': 'tests/integration/switches-of-stock.test.ts',
  'search.scrollToTop': 'tests/e2e/search.spec.ts',
  'search.priceAscendingHidesUnpriced': 'tests/integration/search.test.ts',
  'search.promoOffset': 'src/domain/search/promos.test.ts',
  'search.promoShuffle': 'src/domain/search/promos.test.ts',
  'finance.provider': 'src/domain/finance/lender-eligibility.test.ts',
  'finance.showBrokerQuote': 'src/domain/finance/advertised-repayment.test.ts',
  'finance.carClarityRule': 'src/domain/finance/advertised-repayment.test.ts',
  'testDrive.slots': 'tests/integration/leads-test-drives.test.ts',
  redbook: 'tests/integration/switches-of-stock.test.ts',
};
