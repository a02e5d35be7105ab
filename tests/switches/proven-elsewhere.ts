/** A test by its file and its title as written; what a template fills in is an ellipsis. */
type NamedTest = readonly [file: string, title: string];

const SPELLINGS = 'src/platform/routing/spellings.test.ts';
const GATES = 'src/platform/routing/gates.test.ts';
const OUTBOUND_FEEDS = 'tests/integration/outbound-feeds.test.ts';

/**
 * Switches whose effect is no text of a page, or depends on more stock than these tests have, and the test of each.
 */
export const PROVEN_ELSEWHERE: Readonly<Record<string, NamedTest>> = {
  template: [
    'src/dealer-files/provenance.test.ts',
    'CFG-01 every value is reported with the source that set it',
  ],
  state: [
    'tests/integration/switches-of-stock.test.ts',
    'CFG-17 a car without a place is in the dealer’s home state',
  ],
  'finance.getFinanceNow[]': [
    'tests/integration/finance-page.test.ts',
    'FIN-12 FIN-18 on %s: six used cars with more than one photo, and both links',
  ],
  'card.views': [
    'tests/integration/vehicle-view.test.ts',
    'CARD-01 a card shows the views of its page, if the dealer’s cards do',
  ],
  'redirects[].status': [
    'src/platform/routing/former-paths.test.ts',
    'NAV-12 a redirect is permanent, temporary, or gone',
  ],
  'onRoad.estimates': [
    'src/features/finance/on-road/on-road-estimate.test.ts',
    'FIN-210 not where the dealer has them off',
  ],
  'onRoad.budgetFilter': [
    'src/features/search/view/filters/drive-away-budget.test.ts',
    'SRCH-210 a site has a drive-away budget',
  ],
  'map.origins': [
    'src/features/locations/map-embed.test.ts',
    'LOC-270 pages allow the hosts of their map alone',
  ],
  'links.tradeIn': [SPELLINGS, 'NAV-09 links.tradeIn: %s leads to %s with its query'],
  'links.checkout': [SPELLINGS, 'CFG-12 links.checkout: every spelling of reserving leads to that of %s'],
  'links.models': [SPELLINGS, 'NAV-03 links.models: the other address of a model leads to the site’s own'],
  'links.valuationTerms': [
    SPELLINGS,
    'NAV-09 links.valuationTerms: the other address of the terms leads to the site’s own',
  ],
  'links.garage': [
    SPELLINGS,
    'NAV-08 links.garage: every garage leads to the site’s own, where there is one',
  ],
  'account.myGarage': [GATES, 'NAV-08 %s: its page is always gated, and there only with sign-in'],
  'account.onlinePayment': [GATES, 'NAV-08 %s: its page is always gated, and there only with sign-in'],
  'account.gates.checkout': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.gates.spinToWin': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.gates.personalisedFinance': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.gates.equifaxFinance': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.gates.tradeIn': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.gates.sellMyCar': [GATES, 'AUTH-07 account.gates.%s: %j gates %s as %s'],
  'account.prizeWheel.prizes[].wins': [
    'tests/integration/prize-draws.test.ts',
    'CONT-09 a field without a prize says so to the dealer too',
  ],
  ...Object.fromEntries(
    ['google', 'meta', 'csv', 'json', 'carsales', 'autoscout24'].map((feed) => [
      `outboundFeeds.${feed}`,
      [OUTBOUND_FEEDS, 'PLAT-06 the feed %s is there only where the dealer offers it'] as const,
    ]),
  ),
  'outboundFeeds.deliveries[].feed': [
    'tests/integration/outbound-deliveries.test.ts',
    'FEED-23 in the folder %s the file has its own name',
  ],
  'outboundFeeds.token': [
    OUTBOUND_FEEDS,
    'PLAT-06 a higher token gives feeds new addresses, and the old ones end',
  ],
  'outboundFeeds.storeCodes': [OUTBOUND_FEEDS, 'PLAT-06 a location has its own store code, else its slug'],
  ...Object.fromEntries(
    ['carsales', 'autoscout24'].map((feed) => [
      `outboundFeeds.sellerIds.${feed}`,
      [OUTBOUND_FEEDS, 'FEED-22 a dealer’s number at the receiver is in the XML feed %s'] as const,
    ]),
  ),
  'slides[].hide_overlay': ['tests/switches/content.cases.ts', 'slides'],
  'slots[].place': ['tests/switches/frame.cases.ts', 'slots'],
  'locations[].primary': [
    'src/dealer-files/checks/check-dealer.test.ts',
    'CFG-07 exactly one location is primary',
  ],
  'locations[].address.state': [
    'src/features/locations/location-json-ld.test.ts',
    'LOC-13 structured data names the state: %s',
  ],
  'locations[].opening_hours[].status': [
    'src/features/locations/hours/hours.test.ts',
    'LOC-07 lists Monday to Sunday and shows Closed for a closed or unlisted day',
  ],
  'locations[].special_hours[].status': [
    'src/features/locations/hours/open-now.test.ts',
    'LOC-14 a holiday is skipped and a short day closes early',
  ],
  'stock.feed.quotes': [
    'src/features/stock/server/reading/read-feed.test.ts',
    'FEED-04 may have no quotes: those in it are text',
  ],
  'stock.feed.header': [
    'src/features/stock/server/reading/read-feed.test.ts',
    'FEED-04 may have no header: its columns are numbers',
  ],
  'stock.feed.format': [
    'scripts/demo-stock/demo-stock-dealers.test.ts',
    'PLAT-03 send feeds in different formats',
  ],
  'stock.feed.encoding': [
    'scripts/demo-stock/demo-stock-dealers.test.ts',
    'PLAT-03 send feeds in different formats',
  ],
  'stock.feed.delimiter': [
    'scripts/demo-stock/demo-stock-dealers.test.ts',
    'PLAT-03 send feeds in different formats',
  ],
  'stock.feed.numbers': [
    'src/features/stock/mapping/column-habits.test.ts',
    'PLAT-21 "numbers" decides where no cell of the column does',
  ],
  'stock.feed.dates': [
    'src/features/stock/mapping/column-habits.test.ts',
    'PLAT-21 "dates" decides where no cell of the column does',
  ],
  'stock.feed.newest': [
    'tests/integration/stock-folder.test.ts',
    'FEED-07 of several files of a full feed the newest is read, and those before it are done with it',
  ],
  'stock.feed.mode': [
    'tests/integration/stock-incremental.test.ts',
    'PLAT-03 adds and updates the vehicles of its feed and no others',
  ],
  'search.splitMakes': [
    'tests/integration/switches-of-stock.test.ts',
    'SRCH-05 splitMakes splits more than twenty makes into popular and all',
  ],
  'search.scrollToTop': [
    'tests/e2e/search.spec.ts',
    'SRCH-10 with scrollToTop … (…) another page of results starts at the set position…',
  ],
  'search.priceAscendingHidesUnpriced': [
    'tests/integration/search.test.ts',
    'SRCH-15 a dealer may keep cars without a price among the lowest',
  ],
  'search.promoOffset': [
    'src/features/search/promos.test.ts',
    'SRCH-19 an offset moves a promo by 0 to 2 places, the same all day and not always the same',
  ],
  'search.promoShuffle': [
    'src/features/search/promos.test.ts',
    'SRCH-19 shuffled promos keep the first and all their places',
  ],
  'finance.provider': ['src/features/finance/lender-eligibility.test.ts', 'FIN-09 $provider: "$line"'],
  'finance.calculator.rateIsFixed': [
    'src/features/finance/site-lender.test.ts',
    'FIN-06 rateIsFixed %s decides, whatever the lender does',
  ],
  'finance.calculator.loanUpTo105Percent': [
    'src/features/finance/site-lender.test.ts',
    'FIN-14 loanUpTo105Percent %s',
  ],
  'finance.quickQuote': [
    'tests/integration/quick-quote-page.test.ts',
    'FIN-02 a site without a quick quote has no such page, and no link to it',
  ],
  'finance.feesBorrowed': [
    'src/dealer-files/checks/finance-checks.test.ts',
    'FIN-08 fees that are paid at the start make another rate than fees that are borrowed',
  ],
  'ownPages[].menu': [
    'src/platform/routing/menus/site-menus.test.ts',
    'NAV-15 a page of the dealer’s own is in the menu it names, unless a menu links to it',
  ],
  'ownPages[].listed': [
    'tests/integration/content-pages.test.ts',
    'NAV-15 a page of the dealer’s own has a canonical address, breadcrumbs and a place in the sitemap',
  ],
  'finance.showBrokerQuote': [
    'src/features/finance/advertised-repayment.test.ts',
    'FIN-09 prefers the broker quote, then the lender entry, then the computed figure, each labelled',
  ],
  'finance.carClarityRule': [
    'src/features/finance/advertised-repayment.test.ts',
    'FIN-09 hidden for Suzuki dealers, flagged sites and listed dealerships',
  ],
  'vehiclePage.deliveryCalculator': [
    'tests/integration/car-costs.test.ts',
    'VDP-13 no delivery is estimated if the switch is off, for a sold car, or without a car',
  ],
  'deals.enabled': [
    'src/features/leads/forms/form-access.test.ts',
    'VDP-230 VDP-236 a deal needs a vehicle that is not sold, and the setting',
  ],
  'deals.extras[].kind': [
    'src/features/deal/deal-offers.test.ts',
    'VDP-234 accessories come first, each group in the dealer’s order',
  ],
  'testDrive.slots': [
    'tests/integration/leads-test-drives.test.ts',
    'FORM-12 CFG-08 no times where the switch is off or the dealership offers no test drives',
  ],
  'leads.acknowledgement.enabled': [
    'tests/integration/leads-acknowledgement.test.ts',
    'FORM-11 no acknowledgement is sent if the dealer has it off, or for a held lead',
  ],
  'tradeIn.miscellaneousRecord': [
    'tests/integration/trade-in-record.test.ts',
    'FORM-14 a site without such records, another dealer and a valuation not shown yet keep none',
  ],
  secureSubdomains: [
    'tests/integration/http-hosts.test.ts',
    'PLAT-02 subdomains are included in HSTS only by the dealer’s setting (secureSubdomains)',
  ],
  autograb: [
    'tests/integration/switches-of-stock.test.ts',
    'CFG-06, CFG-14 redbook, autograb and Autogauge are reported with a lead about a used car',
  ],
  redbook: [
    'tests/integration/switches-of-stock.test.ts',
    'CFG-06, CFG-14 redbook, autograb and Autogauge are reported with a lead about a used car',
  ],
};
