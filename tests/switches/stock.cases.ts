import type { SwitchCase } from './switch-case.ts';

const SEARCH = '/search/new-used-and-demo-cars';
/** A used HiLux of the feed, by its stock number's slug; see rendered-pages.ts. */
const CAR = 'car:U1';
/** Has a spin and a video. */
const SPUN = 'car:U2';
const COMING = 'car:C1';
const ELSEWHERE = 'car:U4';
const SOLD = 'car:S1';
const UNPRICED = 'car:P1';

const FINANCE = { 'pages.finance.enabled': true };
const ALL_ON = { 'dealerships.0.switches': { reserve: true, checkout: true } };

/** A text of `copy`, shown by a page by default and changed. */
const wording = (key: string, id: string, page: string, fallback: string, given = {}): SwitchCase => ({
  switch: `copy.${key}`,
  id,
  page,
  given,
  values: [
    [undefined, `${fallback}`],
    [`Own words for ${key}`, `Own words for ${key}`],
  ],
});

const copy: SwitchCase[] = [
  wording('viewDetails', 'CARD-02', SEARCH, 'View Details'),
  wording('enquire', 'CARD-02', SEARCH, 'Enquire Now', { 'card.buttons': ['enquire'] }),
  wording('subscribe', 'CFG-16', SEARCH, '>Subscribe<', { subscription: true, 'card.buttons': ['enquire'] }),
  wording('testDrive', 'CARD-02', SEARCH, 'Book a Test Drive', { 'card.buttons': ['test_drive'] }),
  wording('testRide', 'CFG-13', '/enquire/test-drive', 'Book a Test Ride', { verticals: ['motorcycles'] }),
  wording('inspection', 'CFG-13', '/enquire/test-drive', 'Arrange an inspection', {
    verticals: ['caravans'],
  }),
  wording('reserve', 'CARD-02', CAR, 'Reserve Now $200', ALL_ON),
  wording('reserveInBar', 'VDP-15', CAR, 'Reserve Car Now', ALL_ON),
  wording('similar', 'CARD-02', SEARCH, 'Find Me Something Similar'),
  wording('similarPrompt', 'SRCH-12', SEARCH, 'Like this and want something similar?'),
  wording('callNow', 'VDP-15', CAR, 'Call Now'),
  wording('tradeIn', 'VDP-30', CAR, 'Trade-In Valuation', {
    'dealerships.0.switches': { tradeIn: true },
    'pages.trade-in.enabled': true,
  }),
  wording('noResultsTitle', 'SRCH-12', `${SEARCH}?query=zzqqxx`, 'No Results Available'),
  wording(
    'noResultsText',
    'SRCH-12',
    `${SEARCH}?query=zzqqxx`,
    'No results found for your search at this time.',
  ),
  wording('sold', 'VDP-16', SOLD, '>SOLD<'),
  wording('justSold', 'CARD-03', SEARCH, 'JUST SOLD'),
  wording('comingSoon', 'CARD-03', SEARCH, 'COMING SOON'),
  wording('mapHeading', 'VDP-23', CAR, '>Location<'),
  wording('moreFromDealer', 'VDP-23', CAR, 'See more from this dealer'),
  wording('instantMessage', 'VDP-26', CAR, 'Instant Message', {
    autobot: { script: 'https://robot.example/robot.js' },
  }),
].map((each) =>
  each.switch === 'copy.sold'
    ? {
        ...each,
        values: [
          [undefined, '>SOLD<'],
          ['GONE', '>GONE<'],
        ],
      }
    : each,
);

const cards: SwitchCase[] = [
  {
    switch: 'card.electricTag',
    id: 'CARD-03',
    page: SEARCH,
    values: [
      [true, 'data-kind="electric"'],
      [false, null],
    ],
  },
  {
    switch: 'card.newArrivalDays',
    id: 'CARD-03',
    page: SEARCH,
    given: { 'card.newArrivalText': 'Just in' },
    values: [
      [8, 'Just in'],
      [2, null],
    ],
  },
  {
    switch: 'card.newArrivalText',
    id: 'CARD-03',
    page: SEARCH,
    values: [
      ['Fresh in stock', 'Fresh in stock'],
      ['This week only', 'This week only'],
    ],
  },
  {
    switch: 'card.financeWording',
    id: 'CARD-02',
    page: SEARCH,
    given: { 'card.buttons': ['finance'] },
    values: [
      ['Get Finance', 'Get Finance'],
      ['Get Pre-Approval', 'Get Pre-Approval'],
      ['Finance / Repayment Estimate', 'Finance / Repayment Estimate'],
    ],
  },
  {
    switch: 'card.buttons',
    id: 'CARD-02',
    page: SEARCH,
    given: ALL_ON,
    values: [
      [['enquire'], '>Enquire Now<'],
      [['test_drive'], '>Book a Test Drive<'],
      [['reserve'], '>Reserve Now $200<'],
    ],
  },
  {
    switch: 'card.chips',
    id: 'CARD-01',
    page: SEARCH,
    values: [
      [['seats'], '>5 seats<'],
      [['odometer'], '>21,000 km<'],
    ],
  },
  {
    switch: 'reserve.amount',
    id: 'VDP-26',
    page: CAR,
    given: ALL_ON,
    values: [
      [undefined, />\s*Reserve Now \$200\s*</],
      [500, />\s*Reserve Now \$500\s*</],
      ['', />\s*Reserve Now\s*</],
    ],
  },
  {
    switch: 'reserve.heldDays',
    id: 'BUY-220',
    page: CAR,
    given: ALL_ON,
    values: [
      [undefined, 'Held for 3 days.'],
      [1, 'Held for 1 day.'],
    ],
  },
  {
    switch: 'reserve.refundableUntil',
    id: 'BUY-220',
    page: CAR,
    given: ALL_ON,
    values: [
      [undefined, 'Refundable until you sign the contract.'],
      ['hold_ends', 'refundable until then.'],
      ['never', 'Not refundable if you change your mind.'],
    ],
  },
  {
    switch: 'card.favourites',
    id: 'CARD-04',
    page: SEARCH,
    values: [
      [true, '<save-car'],
      [false, null],
    ],
  },
  {
    switch: 'card.compare',
    id: 'FAV-01',
    page: SEARCH,
    values: [
      [true, '<compare-car'],
      [false, null],
    ],
  },
  {
    switch: 'card.favouritesHiddenFor',
    id: 'CARD-04',
    // None of these has a photo or a spin.
    page: '/search/used-cars?make=Toyota',
    values: [
      [[], '<save-car'],
      [['no_images'], null],
    ],
  },
  {
    switch: 'card.certifiedBadgeMake',
    id: 'CARD-07',
    page: SEARCH,
    values: [
      ['Mercedes Benz', '>Certified<'],
      ['Mercedes-Benz', '>Certified<'],
      ['Mercedes-AMG', null],
    ],
  },
  {
    switch: 'card.certifiedLogoMake',
    id: 'CARD-08',
    page: SEARCH,
    values: [
      ['Mercedes-Benz', 'Certified Pre-Owned'],
      [undefined, null],
    ],
  },
  {
    switch: 'card.certifiedLogo',
    id: 'CARD-08',
    page: SEARCH,
    given: { 'card.certifiedLogoMake': 'Mercedes-Benz' },
    values: [
      [
        { url: '/pictures/star.svg', alt: 'Star certified' },
        '<img src="/pictures/star.svg" alt="Star certified"',
      ],
      [{ url: '/pictures/seal.svg' }, '<img src="/pictures/seal.svg" alt="Certified Pre-Owned"'],
      [undefined, /data-kind="certified">Certified Pre-Owned</],
    ],
  },
  {
    switch: 'card.greenTags',
    id: 'CARD-03',
    page: SEARCH,
    values: [
      [['runout sale'], /data-tone="good"[^>]*>\s*Runout Sale/],
      [[], /data-tone="alarm"[^>]*>\s*Runout Sale/],
    ],
  },
];

const promo = (more: object) => [{ node: { label: 'Sell it', href: '/contact' }, ...more }];

const search: SwitchCase[] = [
  {
    switch: 'search.facets',
    id: 'SRCH-04',
    page: SEARCH,
    values: [
      [['make'], /<summary>Make/],
      [['seats'], /<summary>Seats/],
    ],
  },
  {
    switch: 'search.defaultPath',
    id: 'SRCH-12',
    page: `${SEARCH}?query=zzqqxx`,
    values: [
      ['/search/used-cars', 'class="button" href="/search/used-cars"'],
      ['/search/new-cars', 'class="button" href="/search/new-cars"'],
    ],
  },
  {
    switch: 'search.cardsPerRow',
    id: 'SRCH-07',
    page: SEARCH,
    values: [
      [3, /vehicle-grid"[^>]* data-per-row="3"/],
      [4, /vehicle-grid"[^>]* data-per-row="4"/],
    ],
  },
  {
    switch: 'search.makesShown',
    id: 'SRCH-05',
    page: SEARCH,
    values: [
      [1, 'Show all makes'],
      [50, null],
    ],
  },
  {
    switch: 'search.modelsShown',
    id: 'SRCH-05',
    page: SEARCH,
    values: [
      [2, 'Show all models'],
      [30, null],
    ],
  },
  {
    switch: 'search.certifiedOnly',
    id: 'SRCH-16',
    page: SEARCH,
    given: { 'search.facets': ['certified'] },
    values: [
      [false, /name="certified"[^>]*value="false"/],
      [true, null],
    ],
  },
  {
    switch: 'search.emptyResults',
    id: 'SRCH-12',
    page: `${SEARCH}?query=zzqqxx`,
    given: { offers: [{ id: 'one', name: 'One', description: 'One' }] },
    values: [
      ['search', 'class="button" href="/search/new-used-and-demo-cars"'],
      ['offers', 'class="button" href="/special-offers"'],
    ],
  },
  {
    switch: 'search.suggestions',
    id: 'SRCH-02',
    page: '/',
    values: [
      [true, /<input[^>]*data-type-ahead/],
      [false, null],
    ],
  },
  {
    switch: 'search.alerts',
    id: 'SRCH-33',
    page: SEARCH,
    values: [
      [true, /<a class="results-save" href="\/save-search[^"]*"[^>]*>Save this search<\/a>/],
      [false, null],
    ],
  },
  {
    switch: 'search.priceSlider',
    id: 'SRCH-24',
    page: '/',
    values: [
      [true, /data-price-slider[^>]*>.*name="sortBy" value="price_desc".*type="range" name="price\.min"/s],
      [false, null],
    ],
  },
  {
    switch: 'search.persisted',
    id: 'SRCH-11',
    page: SEARCH,
    values: [
      [['body', 'state'], 'data-persisted="body state"'],
      [[], null],
    ],
  },
  {
    switch: 'search.distance',
    id: 'LOC-11',
    page: SEARCH,
    values: [
      ['auto', '<input id="near-place"'],
      ['on', '<input id="near-place"'],
      ['off', null],
    ],
  },
  {
    switch: 'search.featureBanner',
    id: 'SRCH-20',
    page: SEARCH,
    values: [
      [true, 'class="feature-banner'],
      [false, null],
    ],
  },
  {
    switch: 'search.promos',
    id: 'SRCH-19',
    page: SEARCH,
    values: [
      [promo({}), 'We Want Your Car!'],
      [promo({ node: { title: 'Trade up', label: 'Go', href: '/contact' } }), 'Trade up'],
      [[], null],
    ],
  },
  {
    switch: 'search.promos.0.start',
    id: 'SRCH-31',
    page: SEARCH,
    given: { 'search.promos': promo({}) },
    values: [
      ['2026-06-18', 'We Want Your Car!'],
      ['2026-06-19', null],
    ],
  },
  {
    switch: 'search.promos.0.expiry',
    id: 'SRCH-31',
    page: SEARCH,
    given: { 'search.promos': promo({}) },
    values: [
      ['2026-06-18', 'We Want Your Car!'],
      ['2026-06-17', null],
    ],
  },
  {
    switch: 'search.promos.0.display',
    id: 'SRCH-31',
    page: '/search/used-cars',
    given: { 'search.promos': promo({}) },
    values: [
      ['used', 'We Want Your Car!'],
      ['new', null],
    ],
  },
  {
    switch: 'search.promos.0.strictDisplay',
    id: 'SRCH-31',
    page: '/search/new-and-demo-cars',
    given: { 'search.promos': promo({ display: 'new' }) },
    values: [
      [false, 'We Want Your Car!'],
      [true, null],
    ],
  },
  {
    switch: 'search.promos.0.position',
    id: 'SRCH-19',
    page: SEARCH,
    given: { 'search.promos': promo({}) },
    values: [
      [1, /<ul class="vehicle-grid"[^>]*><li><aside class="promo-card"/],
      [2, /<\/article><\/li><li><aside class="promo-card"/],
    ],
  },
  {
    switch: 'search.promoOffset',
    id: 'SRCH-19',
    page: SEARCH,
    given: { 'search.promos': promo({ position: 1 }) },
    values: [
      [false, /<ul class="vehicle-grid"[^>]*><li><aside class="promo-card"/],
      [true, null],
    ],
  },
  {
    switch: 'search.promoShuffle',
    id: 'SRCH-19',
    page: SEARCH,
    given: {
      'search.promos': ['first', 'second', 'third', 'fourth'].map((title) => ({
        node: { title, label: 'Go', href: '/contact' },
      })),
    },
    values: [
      [false, /-title">first<.*-title">second<.*-title">third<.*-title">fourth</s],
      [true, /-title">first<.*-title">second<.*-title">fourth<.*-title">third</s],
    ],
  },
  {
    switch: 'search.promos.0.node',
    id: 'SRCH-31',
    page: SEARCH,
    given: { 'search.promos': promo({}) },
    values: [
      [{ label: 'Value it', href: '/about-us' }, /<a [^>]*href="\/about-us"[^>]*>Value it</],
      [{ label: 'Go', href: '/contact', text: 'Utes above all' }, 'Utes above all'],
      [{ label: 'Go', href: '/contact', note: 'Paid the same day' }, 'Paid the same day'],
      [
        { label: 'Go', href: '/contact', picture: { url: '/pictures/yard.webp', alt: 'The yard' } },
        'src="/_pictures/w640/yard.webp.webp" alt="The yard"',
      ],
    ],
  },
  {
    switch: 'search.priceAscendingHidesUnpriced',
    id: 'SRCH-15',
    page: `${SEARCH}?sortBy=price_asc`,
    values: [
      [false, 'Toyota Supra'],
      [true, null],
    ],
  },
];

const vehiclePage: SwitchCase[] = [
  {
    switch: 'vehiclePage.noPriceText',
    id: 'VDP-09',
    page: UNPRICED,
    values: [
      ['Call for the price', 'Call for the price'],
      ['Ask our team', 'Ask our team'],
    ],
  },
  {
    switch: 'vehiclePage.showUnregistered',
    id: 'VDP-18',
    page: CAR,
    values: [
      [true, 'Unregistered'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.soldPageDays',
    id: 'VDP-16',
    page: SOLD,
    given: { 'stock.include_sold_cars_days': 0 },
    values: [
      [14, '>SOLD<'],
      [0, null],
    ],
  },
  {
    switch: 'vehiclePage.showMapSection',
    id: 'VDP-23',
    page: CAR,
    values: [
      [true, 'id="vehicle-map"'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.video',
    id: 'VDP-02',
    page: SPUN,
    values: [
      [true, 'https://video.example/u2.mp4'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.fuelCalculator',
    id: 'VDP-12',
    page: SPUN,
    values: [
      [true, 'Fuel cost'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.financeCalculator',
    id: 'FIN-06',
    page: SPUN,
    values: [
      [true, 'Change deposit, term'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.detailView',
    id: 'VDP-03',
    page: SPUN,
    values: [
      ['spinner', 'checked="" value="spin"'],
      ['gallery', 'checked="" value="images"'],
    ],
  },
  {
    switch: 'vehiclePage.views',
    id: 'VDP-21',
    page: CAR,
    values: [
      [true, 'data-fact="views"'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.similar',
    id: 'VDP-14',
    page: CAR,
    values: [
      [true, /data-later-cards="[^"]+\/similar"/],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.similarBy',
    id: 'VDP-34',
    page: CAR,
    values: [
      ['type_body', 'href="/search/used-cars?body=ute&amp;price=35990%3A55990"'],
      ['make_model', 'href="/search/toyota/hilux?price=35990%3A55990"'],
    ],
  },
  {
    switch: 'vehiclePage.listedDays',
    id: 'VDP-21',
    page: CAR,
    values: [
      [true, /Listed \d+ days ago|Listed (?:today|yesterday)/],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.recentlyViewed',
    id: 'VDP-22',
    page: CAR,
    values: [
      [true, 'Recently viewed'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.priceDrop',
    id: 'VDP-09',
    page: CAR,
    values: [
      [true, '$2,000 less than on 23 May'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.priceHistory',
    id: 'VDP-260',
    page: CAR,
    values: [
      [true, /<h2[^>]*>Price history<\/h2>.*<svg[^>]+role="img".*24 May 2026.*\$45,990.*\$2,000 less/s],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.inspection',
    id: 'VDP-264',
    page: 'car:U2',
    values: [
      [true, /<h2[^>]*>Inspection report<\/h2>.*Inspected on 2 June 2026 by Harbour Workshop/s],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.comesWith',
    id: 'VDP-261',
    page: CAR,
    values: [
      [
        { items: [{ title: 'Floor mats', text: 'A new set.' }] },
        /<h2[^>]*>What comes with this car<\/h2>.*<dt[^>]*>Floor mats<\/dt>.*A new set\./s,
      ],
      [
        { items: [{ title: 'Safety certificate', text: 'Before you drive away.' }] },
        /<dt[^>]*>Safety certificate<\/dt>.*Before you drive away\./s,
      ],
      [
        {
          items: [
            {
              title: 'PPSR',
              text: 'Clear title.',
              link: { label: 'About the PPSR', href: 'https://www.ppsr.gov.au' },
            },
          ],
        },
        /href="https:\/\/www\.ppsr\.gov\.au"[^>]*>\s*About the PPSR/,
      ],
      [undefined, null],
    ],
  },
  {
    switch: 'vehiclePage.comesWith.statutoryWarranty',
    id: 'VDP-262',
    page: SPUN,
    given: { 'vehiclePage.comesWith': {} },
    values: [
      [
        true,
        /<dt[^>]*>Statutory warranty<.*3 months or 5,000 km, whichever comes first\. By law in Queensland/s,
      ],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.comesWith.coolingOff',
    id: 'VDP-263',
    page: SPUN,
    given: { 'vehiclePage.comesWith': {} },
    values: [
      [true, /<dt[^>]*>Cooling-off period<.*1 business day to change your mind/s],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.comesWith.items.0.carTypes',
    id: 'VDP-261',
    page: CAR,
    given: { 'vehiclePage.comesWith': { items: [{ title: 'Mats', text: 'A new set.' }] } },
    values: [
      [['used'], 'A new set.'],
      [['new', 'demo'], null],
    ],
  },
  {
    switch: 'vehiclePage.spinAutoRotate',
    id: 'VDP-04',
    page: SPUN,
    values: [
      [true, 'data-auto-rotate="true"'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.spinViewer',
    id: 'VDP-05',
    page: 'car:U3',
    values: [
      [undefined, null],
      ['https://spin.example/{code}', 'https://spin.example/T3-360'],
    ],
  },
  {
    switch: 'vehiclePage.bodyCrumb',
    id: 'NAV-11',
    page: CAR,
    values: [
      [true, 'href="/search/toyota/hilux?body=ute"'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.share',
    id: 'VDP-19',
    page: CAR,
    values: [
      [true, 'wa.me'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.shareTwitter',
    id: 'VDP-19',
    page: CAR,
    values: [
      [true, 'twitter.com/intent'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.weeklyRepayment',
    id: 'VDP-30',
    page: CAR,
    values: [
      [true, /class="finance-block".*class="vehicle-body"/s],
      [false, /class="vehicle-body".*class="finance-block"/s],
    ],
  },
  {
    switch: 'vehiclePage.announcementBar',
    id: 'LOC-10',
    page: ELSEWHERE,
    values: [
      [true, 'aria-label="Located at Moorooka"'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.moreFromDealer',
    id: 'VDP-23',
    page: CAR,
    given: { 'vehiclePage.showMapSection': false },
    values: [
      [true, 'See more from this dealer'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.historyReport',
    id: 'VDP-24',
    page: CAR,
    values: [
      [true, 'History report'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.testDriveComingSoon',
    id: 'VDP-27',
    page: COMING,
    values: [
      [true, 'Book a Test Drive'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.financeInDialog',
    id: 'FIN-13',
    page: CAR,
    given: FINANCE,
    values: [
      [true, 'data-form="/enquire/finance?'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.financeBanner',
    id: 'VDP-25',
    page: CAR,
    given: FINANCE,
    values: [
      [{}, 'Finance Available'],
      [{ text: 'Drive now, pay weekly' }, 'Drive now, pay weekly'],
      [undefined, null],
    ],
  },
  {
    switch: 'vehiclePage.mobileWarranty',
    id: 'CONT-06',
    page: CAR,
    values: [
      [{ new: 'Seven years', used: '3 year standard warranty' }, '3 year standard warranty'],
      [{ used: '5-year mechanical protection' }, '5-year mechanical protection'],
      [{ new: 'Seven years' }, null],
    ],
  },
  {
    switch: 'vehiclePage.whyDealer',
    id: 'VDP-25',
    page: CAR,
    values: [
      [{ points: ['Free loan car'] }, 'Why Harbour City Motors?'],
      [{ title: 'What we stand for', points: ['Free loan car'] }, 'What we stand for'],
    ],
  },
  {
    switch: 'vehiclePage.whyBuy',
    id: 'VDP-25',
    page: CAR,
    values: [
      [{ points: ['A price that stays'] }, 'Why Buy From Us?'],
      [undefined, null],
    ],
  },
  {
    switch: 'vehiclePage.pdf',
    id: 'VDP-30',
    page: CAR,
    values: [
      [true, 'Download PDF'],
      [false, null],
    ],
  },
  {
    switch: 'vehiclePage.disclaimer',
    id: 'VDP-28',
    page: CAR,
    values: [
      ['Please ask before you drive far.', 'Please ask before you drive far.'],
      ['Everything subject to prior sale.', 'Everything subject to prior sale.'],
    ],
  },
];

const dealership = (
  name: string,
  id: string,
  page: string,
  shows: string | RegExp,
  given = {},
): SwitchCase => ({
  switch: `dealerships.0.switches.${name}`,
  id,
  page,
  given,
  values: [
    [true, shows],
    [false, null],
  ],
});

const dealerships: SwitchCase[] = [
  dealership('reserve', 'CFG-08', CAR, 'Reserve Now', { 'dealerships.0.switches': { checkout: true } }),
  dealership('checkout', 'CFG-08', CAR, 'Reserve Now', { 'dealerships.0.switches': { reserve: true } }),
  dealership('testDrive', 'CFG-08', CAR, 'Book a Test Drive'),
  dealership('tradeIn', 'CFG-08', CAR, '/cars/trade-in?car_id=', { 'pages.trade-in.enabled': true }),
  dealership('liveChat', 'CFG-08', CAR, 'data-load-script="https://chat.example/chat.js"', {
    chat: { script: 'https://chat.example/chat.js' },
  }),
  dealership('favourites', 'CFG-08', CAR, '<save-car'),
  dealership('printing', 'CFG-08', CAR, '/print?car_id='),
  {
    switch: 'dealerships.0.switches.phonePerCarType',
    id: 'CFG-18',
    page: CAR,
    given: { phones: { main: '07 5550 0110', used: '07 9990 0130' } },
    values: [
      [true, '07 99*******'],
      [false, '07 55*******'],
    ],
  },
];

const site: SwitchCase[] = [
  {
    switch: 'subscriptionPlan.inclusions',
    id: 'CFG-16',
    page: SEARCH,
    given: { subscription: true },
    values: [
      [['Registration', 'Tyres'], 'Registration and tyres included'],
      [[], null],
    ],
  },
  {
    switch: 'subscriptionPlan.minimumTerm',
    id: 'CFG-16',
    page: SEARCH,
    given: { subscription: true },
    values: [
      ['4 weeks', 'Minimum 4 weeks'],
      [undefined, null],
    ],
  },
  {
    switch: 'subscriptionPlan.kilometres',
    id: 'CFG-16',
    page: SEARCH,
    given: { subscription: true },
    values: [
      ['300 km a week', '>300 km a week<'],
      [undefined, null],
    ],
  },
  {
    switch: 'subscription',
    id: 'CFG-16',
    page: CAR,
    values: [
      [true, '$289 / week'],
      [false, 'data-fact="price_text">$45,990'],
    ],
  },
  {
    switch: 'verticals',
    id: 'CFG-13',
    page: SEARCH,
    values: [
      [['cars'], 'New, used and demo cars in'],
      [['caravans'], 'New, used and demo caravans in'],
      [['trucks', 'parts'], 'New, used and demo trucks in'],
    ],
  },
  {
    switch: 'verticals',
    id: 'CFG-13',
    page: SEARCH,
    values: [
      [['cars', 'trucks'], 'Hino 300'],
      [['cars'], null],
    ],
  },
  {
    switch: 'verticals',
    id: 'CFG-13',
    page: '/',
    values: [
      [['cars', 'trucks'], 'Search our cars'],
      [['trucks'], 'Search our trucks'],
    ],
  },
  {
    switch: 'plugins',
    id: 'CFG-14',
    page: CAR,
    values: [
      [['car_analysis'], 'Download car analysis'],
      [[], null],
    ],
  },
  {
    switch: 'vehiclePage.marketPrice',
    id: 'VDP-11',
    page: CAR,
    values: [
      [true, '$2,010 below the average market price'],
      [false, null],
    ],
  },
  {
    switch: 'autobot',
    id: 'VDP-26',
    page: CAR,
    values: [
      [{ script: 'https://robot.example/robot.js' }, 'data-load-script="https://robot.example/robot.js"'],
      [undefined, null],
    ],
  },
  {
    switch: 'podium.enabled',
    id: 'VDP-26',
    page: CAR,
    given: {
      autobot: { script: 'https://robot.example/robot.js' },
      'podium.podium_api_token': 'DEALER_SWITCHBOARD_PODIUM_TOKEN',
    },
    values: [
      [false, 'Instant Message'],
      [true, null],
    ],
  },
  {
    switch: 'podium.podium_api_token',
    id: 'VDP-26',
    page: CAR,
    given: { autobot: { script: 'https://robot.example/robot.js' }, 'podium.enabled': true },
    values: [
      [undefined, 'Instant Message'],
      ['DEALER_SWITCHBOARD_PODIUM_TOKEN', null],
    ],
  },
  {
    switch: 'stock.defaultPriceType',
    id: 'VDP-09',
    page: CAR,
    values: [
      [{ used: 'drive_away' }, 'Drive away'],
      [{ used: 'estimated_drive_away' }, 'Estimated drive away'],
      [{}, 'Price on request'],
    ],
  },
  {
    switch: 'stock.maxAgeYears',
    id: 'CFG-04',
    page: SEARCH,
    values: [
      [null, '2019 Toyota'],
      [3, null],
    ],
  },
  {
    switch: 'conditions',
    id: 'CFG-05',
    page: SEARCH,
    values: [
      [undefined, '>New, used and demo cars in'],
      [['new', 'used'], '>New and used cars in'],
      [['used'], '>Used cars in'],
    ],
  },
  {
    switch: 'stock.usedOnly',
    id: 'CFG-05',
    page: SEARCH,
    values: [
      [false, '2026 Toyota HiLux'],
      [true, null],
    ],
  },
  {
    switch: 'stock.inStockOnly',
    id: 'CFG-05',
    page: SEARCH,
    values: [
      [false, 'Toyota Kluger'],
      [true, null],
    ],
  },
  {
    switch: 'stock.excludedMakes',
    id: 'CFG-05',
    page: SEARCH,
    values: [
      [[], 'Tesla Model 3'],
      [['Tesla'], null],
    ],
  },
  {
    switch: 'stock.excludedStockNumbers',
    id: 'CFG-05',
    page: SEARCH,
    values: [
      [[], 'Tesla Model 3'],
      [['U3'], null],
    ],
  },
  {
    switch: 'stock.include_sold_cars_days',
    id: 'SRCH-14',
    page: SEARCH,
    values: [
      [3, 'Toyota Yaris'],
      [0, null],
    ],
  },
];

const cases: SwitchCase[] = [...copy, ...cards, ...search, ...vehiclePage, ...dealerships, ...site];
export default cases;
