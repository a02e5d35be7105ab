import type { SwitchCase } from './switch-case.ts';

const MENU = [{ label: 'Our range', list: 'stock' }];
const BRANDS = [{ title: 'Mazda', slug: 'mazda', description: ['Made in Hiroshima.'] }];

const cases: SwitchCase[] = [
  {
    switch: 'navigation.header',
    id: 'CFG-09',
    page: '/about-us',
    values: [
      [MENU, /<summary[^>]*>\s*Our range/],
      [[{ label: 'Workshop', href: '/contact' }], />\s*Workshop\s*</],
    ],
  },
  {
    switch: 'navigation.header.0.list',
    id: 'CFG-09',
    page: '/about-us',
    given: {
      'navigation.header': [{ label: 'Find' }],
      brands: BRANDS,
      models: [{ name: 'MU-X', slug: 'mu-x', make: 'Isuzu' }],
      'pages.warranty.enabled': true,
      'navigation.footer': [],
    },
    values: [
      ['models', 'href="/models/mu-x"'],
      ['brands', 'href="/mazda/overview"'],
      ['service', 'href="/warranty"'],
      ['locations', 'href="/locations/harbour-city-service"'],
    ],
  },
  {
    switch: 'navigation.footer',
    id: 'CFG-10',
    page: '/about-us',
    values: [
      [
        [{ heading: '{name}', items: [{ label: 'About', href: '/about-us' }] }],
        '<h2>Harbour City Motors</h2>',
      ],
      [[{ heading: 'Buyer Tools', list: 'stock' }], '<h2>Buyer Tools</h2>'],
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
      ['stock', 'href="/search/demo-cars"'],
      ['locations', 'href="/locations/harbour-city-service"'],
    ],
  },
  {
    switch: 'navigation.megaMenu',
    id: 'CFG-09',
    page: '/about-us',
    given: { brands: BRANDS, 'navigation.header': [{ label: 'Brands', list: 'brands' }] },
    values: [
      [true, 'class="mega-menu"'],
      [false, null],
    ],
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
  {
    switch: 'websites',
    id: 'CFG-20',
    page: '/about-us',
    given: {
      brands: BRANDS,
      'navigation.megaMenu': true,
      'navigation.header': [{ label: 'Brands', list: 'brands' }],
    },
    values: [
      [
        [{ name: 'Harbour Mazda', slug: 'harbour-mazda', make: 'Mazda', url: 'https://mazda.example/' }],
        'Visit Harbour Mazda',
      ],
      [[], null],
    ],
  },
  ...(['facebook', 'instagram', 'youtube', 'tiktok', 'linkedin'] as const).map(
    (network): SwitchCase => ({
      switch: `socials.${network}`,
      id: 'CFG-06',
      page: '/about-us',
      values: [
        [`https://${network}.example/harbour`, `https://${network}.example/harbour`],
        [undefined, null],
      ],
    }),
  ),
  {
    switch: 'searchConsole.google',
    id: 'NAV-12',
    page: '/',
    values: [
      ['abcdefgh12345', 'name="google-site-verification" content="abcdefgh12345"'],
      [undefined, null],
    ],
  },
  {
    switch: 'searchConsole.bing',
    id: 'NAV-12',
    page: '/',
    values: [
      ['ABCDEF0123456789', 'name="msvalidate.01" content="ABCDEF0123456789"'],
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
      ['123456789012', 'data-meta-pixel="123456789012"'],
      [undefined, null],
    ],
  },
  {
    switch: 'chat',
    id: 'CFG-08',
    page: '/contact',
    given: { 'dealerships.0.switches': { liveChat: true } },
    values: [
      [{ script: 'https://chat.example/c.js' }, '>Live chat<'],
      [{ script: 'https://chat.example/c.js', label: 'Talk to us' }, '>Talk to us<'],
      [undefined, null],
    ],
  },
  ...(['home', 'contact', 'vehicle'] as const).map(
    (place): SwitchCase => ({
      switch: 'slots',
      id: 'CFG-02',
      page: { home: '/', contact: '/contact', vehicle: 'car:U1' }[place],
      values: [
        [
          [{ place, title: 'Value my car', frame: 'https://frames.example/value' }],
          'src="https://frames.example/value"',
        ],
        [[], null],
      ],
    }),
  ),
  {
    switch: 'logo.url',
    id: 'CFG-06',
    page: '/about-us',
    values: [
      ['/logos/harbour.svg', 'src="/logos/harbour.svg"'],
      [undefined, 'class="site-logo-mark"'],
    ],
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
    switch: 'status.state',
    id: 'CFG-02',
    page: '/about-us',
    values: [
      ['live', 'About Harbour City'],
      ['paused', 'We are back soon'],
      ['retired', 'has closed its website'],
    ],
  },
  {
    switch: 'status.message',
    id: 'CFG-02',
    page: '/about-us',
    given: { 'status.state': 'paused' },
    values: [
      ['We move to a new yard.', 'We move to a new yard.'],
      [undefined, 'takes a short break'],
    ],
  },
];
export default cases;
