import type { SwitchCase } from './switch-case.ts';

const LOCATION = '/locations/harbour-city-sales';
const DIRECTORY = '/dealer-locator';
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const EMBED = 'https://maps.example/embed?at={lat},{long}&z={zoom}';
const PICTURE = { image: { url: '/pictures/yard.webp', alt: 'The yard at dusk' } };

/** Headings of the carousel, in their order. */
const inOrder = (...names: string[]) =>
  new RegExp(`id="locations-heading"[\\s\\S]*${names.map((name) => `<h3>${name}</h3>`).join('[\\s\\S]*')}`);

const cases: SwitchCase[] = [
  {
    switch: 'ourLocations.home',
    id: 'LOC-09',
    page: '/',
    values: [
      ['carousel', '<ul class="place-row"'],
      ['grid', '<ul class="location-grid swipe-row"'],
    ],
  },
  {
    switch: 'ourLocations.order',
    id: 'LOC-09',
    page: '/',
    given: { 'ourLocations.home': 'carousel' },
    values: [
      [['harbour-north-sales'], inOrder('Harbour North Sales', 'Harbour City Sales', 'Harbour City Service')],
      [[], inOrder('Harbour City Sales', 'Harbour City Service', 'Harbour North Sales')],
    ],
  },
  {
    switch: 'ourLocations.only',
    id: 'LOC-09',
    page: '/',
    given: { 'ourLocations.home': 'carousel' },
    values: [
      [[], '<h3>Harbour City Sales</h3>'],
      [['harbour-north-sales'], null],
    ],
  },
  {
    switch: 'ourLocations.picture',
    id: 'LOC-09',
    page: '/',
    given: { 'ourLocations.home': 'carousel', 'locations.0.image': PICTURE },
    values: [
      [true, /place-row"[\s\S]*<img src="\/_pictures\/w1280\/yard\.webp\.webp"/],
      [false, null],
    ],
  },
  {
    switch: 'ourLocations.locationLink',
    id: 'LOC-09',
    page: '/',
    given: { 'ourLocations.home': 'carousel' },
    values: [
      [true, /href="\/locations\/harbour-city-sales">\s*View Location/],
      [false, null],
    ],
  },
  {
    switch: 'ourLocations.stockLink',
    id: 'LOC-09',
    page: '/',
    given: { 'ourLocations.home': 'carousel' },
    values: [
      [true, /href="\/search\/harbour-city-sales">\s*View Our Stock/],
      [false, null],
    ],
  },
  {
    switch: 'locations.0.team',
    id: 'LOC-06',
    page: LOCATION,
    values: [
      ['Ask for Priya on a Saturday.', 'Ask for Priya on a Saturday.'],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.photos',
    id: 'CONT-264',
    page: LOCATION,
    values: [
      [
        [
          { url: '/pictures/yard.webp', alt: 'The counter' },
          { url: '/pictures/metro.webp', alt: 'The door' },
        ],
        /Pictures from Harbour City Sales[\s\S]*alt="The counter"/,
      ],
      [[{ url: '/pictures/yard.webp', alt: 'The counter' }], null],
      [[], null],
    ],
  },
  {
    switch: 'locations.0.opening_hours',
    id: 'LOC-12',
    page: LOCATION,
    given: { 'locations.0.special_hours': [] },
    values: [
      [
        [{ weekday: 1, status: 'Open', open: '09:00', close: '17:00' }],
        /Opening Hours<\/h2>[\s\S]*<h3>At this address<\/h3>\s*<ul class="location-services">\s*<li>/,
      ],
      [[], /<h2 id="services-heading">At this address<\/h2>\s*<ul class="location-services">\s*<li>/],
    ],
  },
  {
    switch: 'locations.0.timeZone',
    id: 'LOC-14',
    page: LOCATION,
    given: { 'locations.0.address.state': 'nsw', 'locations.0.address.postcode': '2880' },
    values: [
      ['Australia/Broken_Hill', 'data-hours-zone="Australia/Broken_Hill"'],
      [undefined, 'data-hours-zone="Australia/Sydney"'],
    ],
  },
  {
    switch: 'locations.0.location_subtype',
    id: 'LOC-12',
    page: LOCATION,
    values: [
      [['buying'], 'We buy cars here'],
      [[], null],
    ],
  },
  {
    switch: 'pages.trade-in.enabled',
    id: 'LOC-12',
    page: DIRECTORY,
    given: { 'locations.0.location_subtype': ['buying'] },
    values: [
      [true, '<a href="/trade-in">We buy cars here</a>'],
      [false, null],
    ],
  },
  {
    switch: 'locations.0.visible',
    id: 'LOC-12',
    page: DIRECTORY,
    // A menu may not name a page that is not there, and the primary location is never hidden.
    given: { 'navigation.footer': [], 'locations.0.primary': false, 'locations.2.primary': true },
    values: [
      [true, 'Harbour City Sales</a></h3>'],
      [false, null],
    ],
  },
  {
    switch: 'locations.1.visible',
    id: 'LOC-12',
    page: DIRECTORY,
    given: { 'navigation.footer': [], 'locations.1.address.city': 'Nyngan' },
    values: [
      [true, /<meta name="description" content="[^"]*Nyngan/],
      [false, null],
    ],
  },
  {
    switch: 'locations.0.location_type',
    id: 'LOC-12',
    page: DIRECTORY,
    values: [
      ['sales', 'data-tabs="sales" data-words="harbour city harbour city sales'],
      ['used', 'data-tabs="used" data-words="harbour city harbour city sales'],
      ['service-and-parts', 'data-tabs="service parts" data-words="harbour city harbour city sales'],
    ],
  },
  {
    switch: 'locations.0.address.place_id',
    id: 'LOC-13',
    page: LOCATION,
    values: [
      ['ChIJharbour', 'destination_place_id=ChIJharbour'],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.address.place_url',
    id: 'LOC-13',
    page: LOCATION,
    values: [
      ['https://maps.example/place/harbour', 'https://maps.example/place/harbour'],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.landline_phone',
    id: 'LOC-13',
    page: LOCATION,
    values: [
      ['07 3550 0199', 'href="tel:0735500199"'],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.landline_phone',
    id: 'LOC-13',
    page: DIRECTORY,
    values: [
      ['07 3550 0199', 'href="tel:0735500199"'],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.licenceLabel',
    id: 'LOC-02',
    page: LOCATION,
    given: { 'locations.0.dealer_license_number': '4410299' },
    values: [
      ['LMCT', 'LMCT 4410299'],
      [undefined, '<p class="muted">DL# 4410299</p>'],
    ],
  },
  {
    switch: 'locations.1.repairerLabel',
    id: 'LOC-02',
    page: DIRECTORY,
    values: [
      ['ARC', 'ARC 7720114'],
      [undefined, 'MVR# 7720114'],
    ],
  },
  {
    switch: 'locations.0.image',
    id: 'LOC-13',
    page: LOCATION,
    values: [
      [PICTURE, /yard\.webp\.avif 1440w" sizes=[\s\S]*alt="The yard at dusk"/],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.image.thumb',
    id: 'LOC-13',
    page: DIRECTORY,
    given: { 'locations.0.image': PICTURE },
    values: [
      [{ url: '/pictures/small.webp' }, 'src="/_pictures/w500/small.webp.webp"'],
      [undefined, 'src="/_pictures/w1280/yard.webp.webp"'],
    ],
  },
  {
    switch: 'locations.0.average_rating',
    id: 'LOC-13',
    page: LOCATION,
    given: { 'locations.0.review_count': 31 },
    values: [
      [4.7, /4\.7<\/strong>[\s\S]*31 reviews/],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.review_count',
    id: 'LOC-13',
    page: LOCATION,
    given: { 'locations.0.average_rating': 4.7 },
    values: [
      [31, '31 reviews'],
      [32, '32 reviews'],
    ],
  },
  {
    switch: 'dealerships.0.average_rating',
    id: 'LOC-13',
    page: LOCATION,
    given: { 'dealerships.0.review_count': 88 },
    values: [
      [4.6, '88 reviews'],
      [4, null],
    ],
  },
  {
    switch: 'dealerships.0.review_count',
    id: 'LOC-13',
    page: LOCATION,
    given: { 'dealerships.0.average_rating': 4.6 },
    values: [
      [88, '88 reviews'],
      [undefined, null],
    ],
  },
  {
    switch: 'websites.0.dealership',
    id: 'CFG-20',
    page: DIRECTORY,
    given: {
      websites: [
        { name: 'Harbour Kia', slug: 'harbour-kia', make: 'Kia', url: 'https://harbour-kia.example' },
      ],
    },
    values: [
      ['harbour-city', /href="https:\/\/harbour-kia\.example"[^>]*>\s*Visit Website</],
      [undefined, null],
    ],
  },
  {
    switch: 'locations.0.distribution_locations',
    id: 'LOC-13',
    page: '/search/harbour-city-sales',
    values: [
      [['harbour-north-sales'], 'C-Class'],
      [[], null],
    ],
  },
  {
    switch: 'locations.0.closedDayLink',
    id: 'LOC-07',
    page: LOCATION,
    values: [
      [
        { url: 'https://book.example/sunday' },
        /Closed\s*<a href="https:\/\/book\.example\/sunday">\s*Enquire Now/,
      ],
      [{ url: 'https://book.example/sunday', label: 'Ask for Sunday' }, 'Ask for Sunday'],
      [undefined, null],
    ],
  },
  {
    switch: 'map.embed',
    id: 'LOC-15',
    page: LOCATION,
    values: [
      [EMBED, /data-map="[^"]*frame[^"]*https:\/\/maps\.example\/embed\?at=-27\.4549,153\.0402&[^"]*z=10/],
      [undefined, null],
    ],
  },
  {
    switch: 'map.tiles',
    id: 'LOC-270',
    page: LOCATION,
    given: { 'map.attribution': 'Harbour Maps' },
    values: [
      [TILES, /data-map="[^"]*tiles\.example\/\{z\}\/\{x\}\/\{y\}\.png/],
      [undefined, null],
    ],
  },
  {
    switch: 'map.attribution',
    id: 'LOC-271',
    page: LOCATION,
    given: { 'map.tiles': TILES },
    values: [
      ['Harbour Maps', /data-map="[^"]*Harbour Maps/],
      ['Other Maps', /data-map="[^"]*Other Maps/],
    ],
  },
  {
    switch: 'map.style',
    id: 'LOC-270',
    page: LOCATION,
    values: [
      ['https://style.example/streets.json', /data-map="[^"]*style\.example\/streets\.json/],
      [undefined, null],
    ],
  },
  {
    switch: 'map.zoom',
    id: 'LOC-15',
    page: DIRECTORY,
    given: { 'map.embed': EMBED },
    values: [
      [16, /&[^"]*z=16/],
      [undefined, /&[^"]*z=10/],
    ],
  },
  {
    switch: 'serviceBooking',
    id: 'LOC-04',
    page: DIRECTORY,
    given: { 'pages.service.enabled': true },
    values: [
      [
        [{ name: 'Any make', url: 'https://book.example/any' }],
        /href="https:\/\/book\.example\/any">\s*Book a Service/,
      ],
      [[], /href="\/service">\s*Book a Service/],
    ],
  },
  {
    switch: 'pages.vehicle-parts-and-accessories.enabled',
    id: 'LOC-04',
    page: DIRECTORY,
    values: [
      [true, /href="\/vehicle-parts-and-accessories">\s*Parts Enquiry/],
      [false, null],
    ],
  },
  {
    switch: 'ourLocations.contactButton',
    id: 'LOC-04',
    page: DIRECTORY,
    values: [
      ['contact', /href="[^"]*#contact">\s*Contact Us/],
      ['enquiry', /href="\/enquire\/contact\?location_id=[^"]*">\s*Send Enquiry/],
    ],
  },
  {
    switch: 'links.locationContact',
    id: 'LOC-04',
    page: DIRECTORY,
    values: [
      ['location', /href="\/locations\/harbour-city-sales#contact">\s*Contact Us/],
      ['contact-us', /href="\/contact-us\/harbour-city-sales">\s*Contact Us/],
      ['long', /href="\/contact-harbour-city-motors-fortitude-valley-toyota">\s*Contact Us/],
    ],
  },
  {
    switch: 'links.locationContact',
    id: 'NAV-06',
    page: '/contact-us/harbour-city-sales',
    values: [
      ['contact-us', 'Contact Harbour City Sales</h1>'],
      ['location', null],
    ],
  },
  {
    switch: 'links.locations',
    id: 'NAV-04',
    page: DIRECTORY,
    values: [
      ['/locations', 'href="/locations/harbour-city-sales">Harbour City Sales'],
      ['/our-location', 'href="/our-location/harbour-city-sales">Harbour City Sales'],
    ],
  },
  {
    switch: 'links.contact',
    id: 'NAV-06',
    page: '/contact',
    values: [
      ['/contact', '<h1>Contact us'],
      ['/contact-us', null],
    ],
  },
  {
    switch: 'account.signIn',
    id: 'NAV-08',
    page: '/sign-in?type=watchlist',
    values: [
      [true, 'Sign in to keep your watchlist'],
      [false, null],
    ],
  },
  {
    switch: 'account.watchlist',
    id: 'FAV-02',
    page: '/saved-cars',
    given: { 'account.signIn': true },
    values: [
      [
        true,
        '<a href="/sign-in?type=watchlist&amp;redirect=%2Fsaved-cars&amp;back=%2Fsaved-cars">Sign in</a>',
      ],
      [false, 'Saved on this device.</p>'],
    ],
  },
  {
    switch: 'verticals',
    id: 'NAV-02',
    page: '/parts/search?query=oil%20filter',
    values: [
      [['cars', 'parts'], 'Part: oil filter'],
      [['cars'], null],
    ],
  },
];
export default cases;
