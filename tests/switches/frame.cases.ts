import type { SwitchCase } from './switch-case.ts';

const BRANDS = [
  { title: 'Toyota', slug: 'toyota', description: ['Since 1937.'] },
  { title: 'Mazda', slug: 'mazda', skipPage: true },
];
const WEBSITE = {
  name: 'Harbour Toyota',
  slug: 'harbour-toyota',
  make: 'Toyota',
  url: 'https://harbour-toyota.example',
};
const BRANDS_ENTRY = [{ label: 'Our brands', list: 'brands' }];
const CHAT = { label: 'Talk to us', script: 'https://chat.example/widget.js' };
const MARQUES = { brands: BRANDS, 'navigation.header': BRANDS_ENTRY };
const DRAWN = { 'logo.url': '/logos/harbour.svg' };
/** A brand's mark before its name. */
const marked = (name: string) =>
  new RegExp(`<svg class="brand-mark"[^>]*>\\s*<path[^>]*>\\s*(?:</path>)?\\s*</svg>\\s*${name}`);
/** The logo's drawing in the header, then in the footer; in the dark another where one is named. */
function drawings(header: string, footer: string, dark?: string): RegExp {
  const source = dark
    ? `<source media="screen and \\(prefers-color-scheme: dark\\)" srcset="${dark}"[^>]*>\\s*`
    : '';
  // The system's own colours choose for themselves.
  const forced = '(?:<source media="\\(forced-colors[^>]*>\\s*)*';
  const logo = (url: string) =>
    `<picture class="site-logo-picture"[^>]*>\\s*${forced}${source}<img [^>]*src="${url}"`;
  return new RegExp(`<header[\\s\\S]*${logo(header)}[\\s\\S]*<footer[\\s\\S]*${logo(footer)}`);
}
const menuLink = (href: string, label: string) => new RegExp(`<a href="${href}"[^>]*>\\s*${label}`);

const cases: SwitchCase[] = [
  {
    switch: 'navigation.header',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      [[{ label: 'Visit our yard', href: '/dealer-locator' }], menuLink('/dealer-locator', 'Visit our yard')],
      [
        [{ label: 'Yards', list: 'locations' }],
        menuLink('/locations/harbour-city-sales', 'Harbour City Sales'),
      ],
      [undefined, menuLink('/terms-and-conditions', 'Terms And Conditions')],
    ],
  },
  {
    switch: 'navigation.header.0.list',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      ['models', menuLink('/models/mu-x', 'MU-X')],
      ['stock', menuLink('/search/demo-cars', 'Demo Cars')],
      ['brands', menuLink('/toyota/overview', 'Toyota')],
      ['service', menuLink('https://book.example', 'Book with Toyota')],
    ],
    given: {
      brands: BRANDS,
      models: [{ name: 'MU-X', slug: 'mu-x', make: 'Isuzu' }],
      serviceBooking: [{ name: 'Book with Toyota', url: 'https://book.example' }],
      'pages.service.enabled': true,
      'navigation.header': [{ label: 'Unfolds', items: [{ label: 'About', href: '/about-us' }] }],
      'navigation.footer': [],
    },
  },
  {
    switch: 'navigation.searchBox',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      [true, /<search class="header-search"/],
      [false, null],
    ],
  },
  {
    switch: 'navigation.footer',
    id: 'CFG-10',
    page: '/about-us',
    values: [
      [
        [{ heading: 'At {name}', items: [{ label: 'Fine print', href: '/privacy-policy' }] }],
        'At Harbour City Motors',
      ],
      [
        [{ heading: 'Our yards', list: 'locations' }],
        /<h2>Our yards<\/h2>\s*<ul>\s*<li>\s*<a href="\/locations\//,
      ],
      [undefined, 'Buyer Tools'],
    ],
  },
  {
    switch: 'navigation.footer.0.list',
    id: 'CFG-10',
    page: '/about-us',
    given: {
      'navigation.footer': [{ heading: 'Find' }],
      'navigation.header': [{ label: 'Home', href: '/' }],
    },
    values: [
      ['stock', menuLink('/search/demo-cars', 'Demo Cars')],
      ['locations', menuLink('/locations/harbour-city-service', 'Harbour City Service')],
    ],
  },
  {
    switch: 'stock.usedOnly',
    id: 'CFG-05',
    page: '/about-us',
    values: [
      [true, null],
      [false, menuLink('/search/new-cars', 'New')],
    ],
    given: { navigation: {} },
  },
  {
    switch: 'navigation.megaMenu',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      [true, 'class="site-menu-brands"'],
      [false, menuLink('/toyota/overview', 'Toyota')],
    ],
    given: MARQUES,
  },
  {
    switch: 'brands.0.logo',
    id: 'CFG-20',
    page: '/about-us',
    values: [
      [{ url: '/logos/toyota.svg', alt: 'Toyota' }, '<img src="/logos/toyota.svg" alt="Toyota"'],
      [undefined, marked('Toyota')],
    ],
    given: { ...MARQUES, 'navigation.megaMenu': true },
  },
  {
    switch: 'websites',
    id: 'CFG-20',
    page: '/about-us',
    values: [
      [[WEBSITE], /href="https:\/\/harbour-toyota\.example" rel="noopener"[^>]*>\s*Visit Website/],
      [[], null],
    ],
    given: { ...MARQUES, 'navigation.megaMenu': true },
  },
  {
    switch: 'websites.0.logo',
    id: 'CFG-20',
    page: '/about-us',
    values: [
      [{ url: '/logos/kia.svg' }, 'src="/logos/kia.svg"'],
      [undefined, marked('Kia')],
    ],
    given: { ...MARQUES, 'navigation.megaMenu': true, websites: [{ ...WEBSITE, make: 'Kia' }] },
  },
  {
    switch: 'navigation.mobileBar',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      [true, 'class="mobile-bar"'],
      [false, null],
    ],
  },
  ...(['facebook', 'instagram', 'youtube', 'tiktok', 'linkedin'] as const).map(
    (network): SwitchCase => ({
      switch: `socials.${network}`,
      id: 'CFG-06',
      page: '/about-us',
      values: [
        [
          `https://${network}.example/us`,
          new RegExp(`href="https://${network}\\.example/us"[^>]*aria-label`),
        ],
        [undefined, null],
      ],
    }),
  ),
  {
    switch: 'contactSocials',
    id: 'CFG-17',
    page: '/contact',
    values: [
      [undefined, /<\/svg>\s*Facebook/],
      [['youtube'], /<\/svg>\s*YouTube/],
      [[], null],
    ],
    given: { 'socials.facebook': 'https://fb.example/us', 'socials.youtube': 'https://yt.example/us' },
  },
  {
    switch: 'searchConsole.google',
    id: 'NAV-12',
    page: '/',
    values: [
      ['google-token-1234', '<meta name="google-site-verification" content="google-token-1234"'],
      [undefined, null],
    ],
  },
  {
    switch: 'searchConsole.bing',
    id: 'NAV-12',
    page: '/',
    values: [
      ['BING1234567890', '<meta name="msvalidate.01" content="BING1234567890"'],
      [undefined, null],
    ],
  },
  {
    switch: 'analytics.googleTag',
    id: 'ANL-07',
    page: '/about-us',
    values: [
      ['G-ABC1234567', 'data-google-tag="G-ABC1234567"'],
      [undefined, null],
    ],
  },
  {
    switch: 'analytics.metaPixel',
    id: 'ANL-07',
    page: '/about-us',
    values: [
      ['12345678901', 'data-meta-pixel="12345678901"'],
      [undefined, null],
    ],
  },
  {
    switch: 'chat',
    id: 'CFG-08',
    page: '/about-us',
    values: [
      [CHAT, /data-load-script="https:\/\/chat\.example\/widget\.js"[^>]*>.*Talk to us/s],
      [{ script: CHAT.script }, />\s*Live chat/],
      [undefined, null],
    ],
    given: { 'dealerships.1.switches': { liveChat: true } },
  },
  {
    switch: 'dealerships.1.switches.liveChat',
    id: 'CFG-08',
    page: '/about-us',
    values: [
      [true, 'data-load-script='],
      [false, null],
    ],
    given: { chat: CHAT },
  },
  {
    switch: 'slots',
    id: 'CFG-02',
    page: '/contact',
    values: [
      [
        [{ place: 'contact', title: 'Value my car', frame: 'https://tool.example/value' }],
        '<iframe title="Value my car" data-src="https://tool.example/value" loading="lazy">',
      ],
      [[{ place: 'home', title: 'Value my car', frame: 'https://tool.example/value' }], null],
      [[], null],
    ],
  },
  {
    switch: 'slots',
    id: 'CFG-02',
    page: 'car:U1',
    values: [
      [
        [{ place: 'vehicle', title: 'Insure it', frame: 'https://insure.example/quote' }],
        'data-src="https://insure.example/quote"',
      ],
      [[{ place: 'home', title: 'Insure it', frame: 'https://insure.example/quote' }], null],
    ],
  },
  {
    switch: 'slots',
    id: 'CFG-02',
    page: '/',
    values: [
      [
        [{ place: 'home', title: 'Value my car', frame: 'https://tool.example/value' }],
        'data-src="https://tool.example/value"',
      ],
      [[{ place: 'vehicle', title: 'Value my car', frame: 'https://tool.example/value' }], null],
    ],
  },
  {
    switch: 'status.state',
    id: 'CFG-02',
    page: '/about-us',
    values: [
      ['paused', 'We’ll be back soon'],
      ['retired', 'has closed its website'],
      ['live', 'Two floors'],
    ],
    given: { 'content.about': { title: 'About us', paragraphs: ['Two floors by the river.'] } },
  },
  {
    switch: 'status.message',
    id: 'CFG-02',
    page: '/about-us',
    values: [
      ['We move house until Monday.', 'We move house until Monday.'],
      [undefined, 'The website is down for maintenance.'],
    ],
    given: { 'status.state': 'paused' },
  },
  {
    switch: 'logo.words',
    id: 'CFG-06',
    page: '/about-us',
    values: [
      ['Harbour', '>Harbour<'],
      ['Seaside', '>Seaside<'],
    ],
  },
  {
    switch: 'logo.url',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      [
        '/logos/harbour.svg',
        '<img class="site-logo-drawing" src="/logos/harbour.svg" alt="Harbour City Motors"',
      ],
      [undefined, 'class="site-logo-words"'],
    ],
  },
  {
    switch: 'logo.darkGroundUrl',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      ['/logos/harbour-dark.svg', drawings('/logos/harbour.svg', '/logos/harbour-dark.svg')],
      [undefined, 'data-of-header="true"'],
    ],
    given: { ...DRAWN, 'theme.header': 'light', 'theme.footer': 'dark', 'theme.dark': 'off' },
  },
  {
    switch: 'logo.darkGroundUrl',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      ['/logos/harbour-dark.svg', drawings('/logos/harbour-dark.svg', '/logos/harbour.svg')],
      [undefined, 'data-of-header="true"'],
    ],
    given: { ...DRAWN, 'theme.header': 'brand', 'theme.footer': 'light', 'theme.dark': 'off' },
  },
  {
    switch: 'logo.darkGroundUrl',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      [
        '/logos/harbour-dark.svg',
        drawings('/logos/harbour.svg', '/logos/harbour.svg', '/logos/harbour-dark.svg'),
      ],
      [undefined, 'data-of-header="true"'],
    ],
    given: { ...DRAWN, 'theme.header': 'light', 'theme.footer': 'light', 'theme.dark': 'system' },
  },
  {
    switch: 'logo.markUrl',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      ['/logos/harbour-mark.svg', '<link rel="icon" href="/logos/harbour-mark.svg" type="image/svg+xml"'],
      [undefined, '<link rel="icon" href="/favicon.svg"'],
    ],
  },
  {
    switch: 'payments.logos',
    id: 'CONT-08',
    page: '/about-us',
    values: [
      [['visa', 'apple_pay'], /aria-label="Visa"[\s\S]*aria-label="Apple Pay"/],
      [
        ['mastercard', 'maestro', 'google_pay'],
        /aria-label="Mastercard"[\s\S]*aria-label="Maestro"[\s\S]*aria-label="Google Pay"/,
      ],
      [[], null],
    ],
  },
  {
    switch: 'logo.width',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      [386, 'alt="Harbour City Motors" width="386"'],
      [undefined, 'alt="Harbour City Motors" width="180"'],
    ],
    given: DRAWN,
  },
  {
    switch: 'logo.height',
    id: 'CFG-15',
    page: '/about-us',
    values: [
      [96, 'width="180" height="96"'],
      [undefined, 'width="180" height="48"'],
    ],
    given: DRAWN,
  },
];
export default cases;
