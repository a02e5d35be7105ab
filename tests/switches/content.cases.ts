import type { SwitchCase } from './switch-case.ts';

const PICTURE = { url: '/pictures/yard.webp', alt: 'The yard at dawn' };
const OTHER_PICTURE = { url: '/pictures/river.webp', alt: 'The river' };
const PLAIN_PAGE = { enabled: true };

const model = (change: object = {}) => ({ name: 'HiLux', slug: 'hilux', make: 'Toyota', ...change });
const offer = (change: object = {}) => ({
  id: 'clearance',
  name: 'Plate clearance',
  description: 'From $62,990 drive away.',
  ...change,
});
const brand = (change: object = {}) => ({ title: 'Subaru', slug: 'subaru', ...change });
const post = (change: object = {}) => ({
  slug: 'utes',
  heading: 'How to check a ute',
  date: '2026-07-05',
  description: 'Under the tray.',
  ...change,
});
const slide = (change: object = {}) => ({ id: 'days', name: 'Subaru days', ...change });
const review = (change: object = {}) => ({
  id: 'r1',
  customer_name: 'Priya N.',
  text: 'They rang when they said they would.',
  rating: 5,
  review_date: '2026-05-02',
  ...change,
});
const SUMMARY = { average_rating: 4.8, count: 429 };

/** Each information page, switched on and off, with its own texts. */
const pagesOn: SwitchCase[] = (
  [
    ['trade-in', '/trade-in', 'NAV-09'],
    ['value-my-car-terms-and-conditions', '/value-my-car-terms-and-conditions', 'NAV-09'],
    ['finance-and-insurance', '/finance-and-insurance', 'NAV-05'],
    ['service-plus', '/service-plus', 'NAV-05'],
    ['warranty', '/warranty', 'NAV-05'],
    ['roadside-assist', '/roadside-assist', 'NAV-05'],
    ['capped-price-servicing', '/capped-price-servicing', 'NAV-05'],
    ['vehicle-parts-and-accessories', '/vehicle-parts-and-accessories', 'NAV-05'],
    ['book-test-drive', '/book-test-drive', 'NAV-06'],
    ['fleet', '/fleet', 'NAV-04'],
    ['careers', '/careers', 'NAV-04'],
    ['4x4-outdoor', '/4x4-outdoor', 'NAV-04'],
    ['finance', '/finance', 'NAV-07'],
    ['spin-to-win', '/spin-to-win', 'NAV-08'],
  ] as const
).map(([name, page, id]) => ({
  switch: `pages.${name}.enabled`,
  id,
  page,
  given: { [`pages.${name}.title`]: 'Words of this page' },
  values: [
    [true, '<h1>Words of this page</h1>'],
    [false, null],
  ],
}));

const styleGuide: SwitchCase = {
  switch: 'pages.styleGuide.enabled',
  id: 'CFG-15',
  page: '/style-guide',
  values: [
    [true, /<meta name="robots" content="noindex, nofollow">.*<h1>Style guide<\/h1>/s],
    [false, null],
  ],
};

const service = (
  key: string,
  values: SwitchCase['values'],
  id = 'NAV-05',
  given: object = {},
): SwitchCase => ({
  switch: `pages.service.${key}`,
  id,
  page: '/service',
  given: { 'pages.service': PLAIN_PAGE, ...given },
  values,
});

const words: SwitchCase[] = [
  service('title', [
    ['Service at {name}', '<h1>Service at Harbour City Motors</h1>'],
    ['Workshop in {city}', '<h1>Workshop in Fortitude Valley</h1>'],
  ]),
  service('lead', [
    ['In by eight, out by five.', 'In by eight, out by five.'],
    ['Any make.', 'Any make.'],
  ]),
  service('picture', [
    [PICTURE, 'src="/_pictures/w1280/yard.webp.webp" alt="The yard at dawn"'],
    [undefined, null],
  ]),
  service('sections', [
    [[{ heading: 'Loan cars', paragraphs: ['Ask for one.'] }], '<h2>Loan cars</h2>'],
    [[{ heading: 'Brakes', points: ['Pads', 'Discs'] }], /<li>.*Pads/],
    [[{ heading: 'Tyres', picture: PICTURE }], '/_pictures/w1280/yard.webp.webp'],
    [
      [{ heading: 'Parts', link: { label: 'Ask for a part', href: '/contact' } }],
      /<a[^>]*href="\/contact"[^>]*>Ask for a part<\/a>/,
    ],
  ]),
  service(
    'faqs',
    [
      [[{ question: 'How long?', answer: 'Half a day.' }], /FAQPage.*<details>.*How long\?.*Half a day\./s],
      [[], null],
    ],
    'CONT-04',
  ),
  service('disclaimer', [
    ['Fair wear excluded.', 'Fair wear excluded.'],
    [undefined, null],
  ]),
  {
    switch: 'serviceBooking',
    id: 'CFG-11',
    page: '/service',
    given: { 'pages.service.enabled': true },
    values: [
      [
        [{ name: 'Book the Valley', make: 'Toyota', url: 'https://book.example/toyota' }],
        /href="https:\/\/book\.example\/toyota".*Book the Valley.*Toyota/s,
      ],
      [
        [{ name: 'Book any make', url: 'https://book.example/any' }],
        /id="booking" href="https:\/\/book\.example\/any">(?:<svg.*?<\/svg>)?\s*Book online/s,
      ],
      [[], null],
    ],
  },
  {
    switch: 'pages.warranty.enabled',
    id: 'CONT-06',
    page: '/service-plus',
    given: { 'pages.service-plus.enabled': true },
    values: [
      [true, 'href="/warranty"'],
      [false, null],
    ],
  },
  {
    switch: 'pages.value-my-car-terms-and-conditions.enabled',
    id: 'NAV-09',
    page: '/trade-in',
    given: { 'pages.trade-in.enabled': true },
    values: [
      [true, 'href="/value-my-car-terms-and-conditions"'],
      [false, null],
    ],
  },
  {
    switch: 'contactSocials',
    id: 'CFG-17',
    page: '/contact',
    given: {
      'socials.facebook': 'https://www.facebook.com/harbour.example',
      'socials.instagram': 'https://www.instagram.com/harbour.example',
      'socials.youtube': 'https://www.youtube.com/@harbour.example',
      'socials.tiktok': 'https://www.tiktok.com/@harbour.example',
      'socials.linkedin': 'https://www.linkedin.com/company/harbour.example',
    },
    values: [
      [['facebook', 'instagram'], /Facebook\s*<\/a>.*Instagram\s*<\/a>/s],
      [['youtube'], /YouTube\s*<\/a>/],
      [['tiktok', 'linkedin'], /TikTok\s*<\/a>.*LinkedIn\s*<\/a>/s],
    ],
  },
];

const onBrand = (
  page: string,
  id: string,
  values: readonly (readonly [object, string | RegExp | null])[],
): SwitchCase => ({
  switch: 'brands',
  id,
  page,
  values: values.map(([change, says]) => [[brand(change)], says]) as unknown as SwitchCase['values'],
});

const brands: SwitchCase[] = [
  {
    switch: 'brands',
    id: 'CONT-01',
    page: '/brands',
    values: [
      [[brand({ kind: 'car' })], '>Car</h2>'],
      [[brand({ kind: 'motorcycle' })], '>Motorcycle</h2>'],
      [[brand({ kind: 'truck' })], '>Truck</h2>'],
      [[brand({ kind: 'own' })], '>Our Brands</h2>'],
      [[], null],
    ],
  },
  onBrand('/brands', 'CONT-13', [
    [{}, 'href="/subaru/overview"'],
    [{ skipPage: true }, 'href="/search/subaru"'],
    [{ skipPage: true, make: 'Subaru Australia' }, 'href="/search/subaru-australia"'],
  ]),
  onBrand('/brands', 'CONT-13', [
    [{ logo: PICTURE }, '/pictures/yard.webp'],
    [{}, null],
  ]),
  onBrand('/brands', 'CONT-13', [
    [{ description: ['All wheels.', 'Second.'] }, 'All wheels.'],
    [{}, null],
  ]),
  onBrand('/subaru/overview', 'CONT-13', [
    [{ description: ['All wheels.', 'And a boxer engine.'] }, 'And a boxer engine.'],
    [{ title: 'Subaru Cars' }, '<h1>Subaru Cars</h1>'],
    [{ banner: PICTURE }, '/_pictures/w1280/yard.webp.webp'],
    [{ make: 'Toyota' }, 'href="/search/toyota"'],
    [{ skipPage: true }, null],
    [{ certified: true }, 'href="/search/used-cars?certified=true"'],
    [
      { certified: true, make: 'Mercedes-Benz' },
      'href="/search/used-cars?certified=true&amp;make=Mercedes-Benz"',
    ],
  ]),
  onBrand('/subaru/overview', 'CONT-13', [
    [{ service: 'Boxers are our thing.' }, '<p>Boxers are our thing.</p>'],
    [{}, 'Whether or not you bought your Subaru from us'],
  ]),
  {
    switch: 'copy.serviceOfMake',
    id: 'CONT-13',
    page: '/models/hilux',
    given: { models: [model()] },
    values: [
      ['Your {make} is in good hands.', '<p>Your Toyota is in good hands.</p>'],
      [undefined, 'Whether or not you bought your Toyota from us'],
    ],
  },
  {
    switch: 'copy.partsOfMake',
    id: 'CONT-13',
    page: '/models/hilux',
    given: { models: [model()], 'locations.1.location_type': 'parts' },
    values: [
      ['We post parts of every {make}.', /Toyota parts\s*<\/h2>\s*<p>We post parts of every Toyota\.<\/p>/],
      [undefined, /Toyota parts\s*<\/h2>\s*<p>Parts and accessories for every Toyota\./],
    ],
  },
  {
    switch: 'brandColours',
    id: 'CFG-15',
    page: '/subaru/overview',
    given: { brands: [brand()] },
    values: [
      [{ subaru: '#ffee00' }, '--make:#ffee00;--on-make:#000000'],
      [{}, '--make:#013c74;--on-make:#ffffff'],
    ],
  },
  {
    switch: 'brandStats',
    id: 'CONT-01',
    page: '/brands',
    given: { brands: [brand()] },
    values: [
      [{ enabled: true }, />50\+<.*locations.*>40\+<.*brands.*>30\+<.*years/s],
      [{ enabled: true, locations: 6, brands: 9, years: 52 }, />6\+<.*>9\+<.*>52\+</s],
      [{ enabled: true, locations: 6, brands: 9, years: 52, plus: false }, />6<.*>9<.*>52</s],
      [{ enabled: false }, null],
    ],
  },
];

const salesCounter: SwitchCase[] = [
  {
    switch: 'salesCounter.enabled',
    id: 'CONT-05',
    page: '/',
    values: [
      [true, '<strong data-sales-today>96</strong> vehicles sold today'],
      [false, null],
    ],
  },
  {
    switch: 'salesCounter.text',
    id: 'CONT-05',
    page: '/',
    given: { 'salesCounter.enabled': true },
    values: [
      ['cars found a driveway today', '96</strong> cars found a driveway today'],
      [undefined, '96</strong> vehicles sold today'],
    ],
  },
];

const models: SwitchCase[] = [
  {
    switch: 'models',
    id: 'CONT-07',
    page: '/models/hilux',
    values: [
      [[model({ tagline: 'Tows three and a half.' })], 'Tows three and a half.'],
      [[model({ name: 'HiLux Ute' })], '<h1>Toyota HiLux Ute</h1>'],
      [[model({ make: 'Mazda', name: 'CX-5' })], 'href="/search/mazda/cx-5"'],
      [[model({ picture: PICTURE })], '/_pictures/w1280/yard.webp.webp'],
      [[], null],
    ],
  },
  {
    switch: 'models.0.features',
    id: 'CONT-13',
    page: '/models/hilux',
    given: { models: [model()] },
    values: [
      [
        [{ title: 'Tows', description: 'Braked.', picture: PICTURE }],
        /<h3>Tows<\/h3>.*Braked\..*yard\.webp/s,
      ],
      [[], null],
    ],
  },
  {
    switch: 'models',
    id: 'CONT-07',
    page: '/toyota/overview',
    given: { brands: [brand({ title: 'Toyota', slug: 'toyota' })] },
    values: [
      [[model()], 'href="/models/hilux"'],
      [[model({ make: 'Mazda' })], null],
    ],
  },
];

const onOffer = (
  page: string,
  values: readonly (readonly [object, string | RegExp | null])[],
  given: object = {},
  id = 'CONT-12',
): SwitchCase => ({
  switch: 'offers',
  id,
  page,
  given: { models: [model({ picture: OTHER_PICTURE })], slides: [slide()], ...given },
  values: values.map(([change, says]) => [[offer(change)], says]) as unknown as SwitchCase['values'],
});
const LONG_CONDITIONS = `${'Not with any other offer. '.repeat(8)}Fleet buyers excluded.`;

const offers: SwitchCase[] = [
  onOffer('/special-offers', [
    [{ name: 'Run-out' }, '>Run-out</a>'],
    [{ description: 'With a tow bar.' }, 'With a tow bar.'],
    [{ picture: PICTURE }, '/_pictures/w1280/yard.webp.webp'],
    [{ model: 'hilux' }, /\/river\.webp.*href="\/models\/hilux"[^>]*>Explore HiLux</s],
    [{ make: 'Toyota' }, 'href="/offers/toyota/clearance#enquire"'],
    [{ disclaimer: 'Demonstrators only.' }, 'Demonstrators only.'],
  ]),
  onOffer('/special-offers', [
    [{}, '>Enquire Now<'],
    [{ start: '2026-06-19' }, 'No current offers'],
  ]),
  onOffer(
    '/special-offers',
    [
      [{ start: '2026-06-18', expiry: '2026-06-18' }, '>Plate clearance</a>'],
      [{ expiry: '2026-06-17' }, 'No current offers'],
    ],
    {},
    'CONT-03',
  ),
  onOffer('/offers/clearance', [
    [{ disclaimer: LONG_CONDITIONS }, 'Fleet buyers excluded.'],
    [{ expiry: '2026-12-31' }, 'Until 31 December 2026'],
    [{ model: 'hilux' }, 'href="/search/toyota/hilux"'],
    [{ paragraphs: 'Ask **Priya** first.' }, 'Ask <strong>Priya</strong> first.'],
    [{ start: '2026-12-01' }, 'This offer is not available'],
  ]),
  onOffer(
    '/special-offers',
    [
      [{ price: 62_990 }, /<strong>\$62,990<\/strong> Drive away/],
      [{ make: 'Toyota' }, /href="\/search\/toyota"[^>]*>\s*See 8 cars/],
      [{ searchPath: '/search/mazda' }, /href="\/search\/mazda"[^>]*>\s*See 1 car\b/],
      [{ make: 'Fictional' }, null],
    ],
    {},
    'CONT-246',
  ),
  onOffer(
    '/models/hilux',
    [
      [{ model: 'hilux' }, '>Plate clearance</a>'],
      [{}, null],
    ],
    {},
    'CONT-07',
  ),
  {
    switch: 'slides',
    id: 'CONT-11',
    page: '/special-offers',
    given: { offers: [offer()] },
    values: [
      [[slide({ picture: PICTURE, hide_overlay: true })], 'id="promotion-days" data-bare'],
      [[slide({ picture: OTHER_PICTURE, description: 'Two days only.' })], 'Two days only.'],
      [[slide({ url: '/about-us' })], /class="slide"[^>]*>\s*<a href="\/about-us"/],
      [[slide(), slide({ id: 'other' })], 'href="#promotion-other"'],
      [[], null],
    ],
  },
  onOffer(
    '/special-offers',
    [
      [{}, 'id="promotion-days"'],
      [{ expiry: '2026-06-17' }, null],
      [{ start: '2026-06-19' }, null],
    ],
    { slides: [slide({ url: '/offers/clearance#enquire' })] },
    'CONT-11',
  ),
];

const blog: SwitchCase[] = [
  {
    switch: 'blog',
    id: 'CONT-04',
    page: '/blog',
    values: [
      [[post()], '05 Jul 2026'],
      [[post({ date: '2026-09-30', picture: PICTURE })], /yard\.webp.*30 Sep 2026/s],
      [[post({ heading: 'Day trips', date: '2026-01-01' })], '>Day trips</a>'],
      [[post({ description: 'x'.repeat(150), date: '2026-02-02' })], `>${'x'.repeat(100)}…<`],
    ],
  },
  {
    switch: 'blog',
    id: 'CONT-04',
    page: '/blog/utes',
    values: [
      [[post({ paragraphs: ['Start cold.'] })], /"@type":"Article".*Start cold\./s],
      [[post({ slug: 'other' })], null],
    ],
  },
];

const ownPage = (change: object = {}) => ({
  ...{ slug: 'our-history', title: 'Our history', paragraphs: 'One bay.' },
  ...change,
});
const LISTED_IN_FOOTER = /<footer.*href="\/our-history"/s;

const ownPages: SwitchCase[] = [
  {
    switch: 'ownPages',
    id: 'NAV-15',
    page: '/our-history',
    values: [
      [[ownPage({ paragraphs: 'A *shed*.' })], /<h1>Our history<\/h1>.*A <em>shed<\/em>/s],
      [[ownPage({ lead: 'Since 1974.' })], /name="description" content="Since 1974\."/],
      [[ownPage({ picture: PICTURE })], /yard\.webp/],
      [[ownPage({ paragraphs: ['Two bays.'] })], '>Two bays.<'],
      [[ownPage({ listed: false })], /name="robots" content="noindex/],
      [[ownPage({ slug: 'our-team' })], null],
    ],
  },
  {
    switch: 'ownPages',
    id: 'NAV-15',
    page: '/about-us',
    values: [
      [[ownPage()], LISTED_IN_FOOTER],
      [[ownPage({ menu: 'header' })], /<header.*href="\/our-history".*<main/s],
      [[ownPage({ menu: 'none' })], /^(?!.*href="\/our-history")/s],
    ],
  },
];

const reviews: SwitchCase[] = [
  {
    switch: 'reviews.items',
    id: 'CONT-10',
    page: '/',
    values: [
      [[review({ title: 'Straight dealing' })], 'Straight dealing'],
      [[review({ rating: 3.5 })], '3.5 of 5 stars'],
      [[review({ reply_text: 'Thank you.', reply_date: '2026-05-09' })], /Thank you\./],
      [[review({ review_date_in_words: 'Easter Monday' })], 'Easter Monday'],
      [[review({ created_at_time_ago_in_words: 'a good while ago' })], 'a good while ago'],
      [
        [review({ source: 'Google', link: 'https://reviews.example/7', review_date: '2026-03-12' })],
        /<a href="https:\/\/reviews\.example\/7"[^>]*>\s*Google review\s*<\/a>\s*,\s*<time[^>]*>12 March 2026</,
      ],
      [[review({ image: PICTURE })], '/_pictures/w480/yard.webp.webp'],
      [[review({ customer_name: 'Tom W.', review_date: '2026-02-01' })], /Tom W\..*1 February 2026/s],
      [[], null],
    ],
  },
  {
    switch: 'reviews.hidden',
    id: 'CONT-10',
    page: '/',
    given: { 'reviews.items': [review()], 'reviews.summary': SUMMARY },
    values: [
      [false, /id="reviews".*reviews-badge.*429 reviews/s],
      [true, null],
    ],
  },
  {
    switch: 'reviews.minimumRating',
    id: 'CONT-02',
    page: '/',
    given: { 'reviews.items': [review()], 'reviews.summary': SUMMARY },
    values: [
      [4, 'class="reviews-badge"'],
      [4.8, null],
    ],
  },
  {
    switch: 'reviews.summary',
    id: 'CONT-10',
    page: '/',
    given: { 'reviews.items': [review()] },
    values: [
      [SUMMARY, '429 reviews'],
      [{ average_rating: 4.2, count: 31 }, '31 reviews'],
      [{ average_rating: 4.2, count: 31, source: 'Google' }, '31 Google reviews'],
      [undefined, /[\s>]1 review\s*</],
    ],
  },
  {
    switch: 'reviews.quantity',
    id: 'CONT-02',
    page: '/',
    given: {
      'reviews.items': [review(), review({ id: 'r2', customer_name: 'Zoe', review_date: '2026-01-01' })],
    },
    values: [
      [2, '>Zoe</h3>'],
      [1, null],
    ],
  },
  {
    switch: 'reviews.hiddenTitles',
    id: 'CONT-02',
    page: '/',
    given: { 'reviews.items': [review({ title: 'Off topic', text: 'About the café.' })] },
    values: [
      [[], 'About the café.'],
      [['Off topic'], null],
    ],
  },
  {
    switch: 'reviews.source',
    id: 'CONT-02',
    page: '/',
    given: { 'reviews.items': [review()] },
    values: [
      ['https://reviews.example/harbour', 'href="https://reviews.example/harbour"'],
      [undefined, null],
    ],
  },
];

const popup = (change: object = {}) => ({ title: 'Open day', ...change });

const popups: SwitchCase[] = [
  {
    switch: 'popup',
    id: 'CONT-11',
    page: '/',
    values: [
      [popup(), /<dialog[^>]* data-popup="sha256:[^>]*>[\s\S]*<h2[^>]*>Open day</],
      [popup({ title: 'Night sale' }), /<dialog[^>]* data-popup=[^>]*>[\s\S]*<h2[^>]*>Night sale</],
      [popup({ title: 'A', description: 'From nine.' }), 'From nine.'],
      [popup({ title: 'B', src: '/pictures/yard.webp' }), '/_pictures/w640/yard.webp.webp'],
      [
        popup({ title: 'C', linkTo: '/about-us', buttonText: 'Who we are' }),
        /href="\/about-us"[^>]*>\s*Who we are/,
      ],
      [popup({ title: 'D', expiryDate: '2026-06-18' }), 'data-last-day="2026-06-18"'],
      [popup({ title: 'E', expiryDate: '2026-06-17' }), null],
      [undefined, null],
    ],
  },
];

const cases: SwitchCase[] = [
  ...pagesOn,
  styleGuide,
  ...words,
  ...brands,
  ...models,
  ...salesCounter,
  ...offers,
  ...blog,
  ...ownPages,
  ...reviews,
  ...popups,
];
export default cases;
