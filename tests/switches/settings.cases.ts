import { ICONS } from '#src/platform/ui/icons.data.ts';
import type { SwitchCase } from './switch-case.ts';

const both = (
  path: string,
  id: string,
  page: string,
  [on, off]: [string | RegExp, string | RegExp | null],
  given = {},
): SwitchCase => ({
  switch: path,
  id,
  page,
  given,
  values: [
    [true, on],
    [false, off],
  ],
});
const choice = (
  path: string,
  id: string,
  page: string,
  ...values: [value: unknown, says: string | RegExp][]
): SwitchCase => {
  const [first = [undefined, null], second = [undefined, null], ...more] = values;
  return { switch: path, id, page, values: [first, second, ...more] };
};

const theme: SwitchCase[] = [
  choice(
    'theme.header',
    'CFG-15',
    '/about-us',
    ['light', 'data-header="light"'],
    ['brand', 'data-header="brand"'],
    ['dark', 'data-header="dark"'],
  ),
  choice(
    'theme.footer',
    'CFG-15',
    '/about-us',
    ['light', 'data-footer="light"'],
    ['dark', 'data-footer="dark"'],
  ),
  choice(
    'theme.dark',
    'CFG-15',
    '/about-us',
    ['off', 'color-scheme:light;'],
    ['system', 'color-scheme:light dark;'],
  ),
  {
    switch: 'theme.darkColours',
    id: 'CFG-15',
    page: '/about-us',
    given: { 'theme.dark': 'system' },
    values: [
      [{ brand: '#c0ffee' }, '--brand:#c0ffee'],
      [{ brand: '#ffc0ee' }, '--brand:#ffc0ee'],
    ],
  },
  {
    switch: 'theme.fontDisplay',
    id: 'CFG-15',
    page: '/about-us',
    given: { 'theme.fontText': 'figtree' },
    values: [
      ['marcellus', '--font-display:"Marcellus"'],
      ['league-gothic', '--font-display:"League Gothic"'],
    ],
  },
  {
    switch: 'theme.fontText',
    id: 'CFG-15',
    page: '/about-us',
    given: { 'theme.fontDisplay': 'marcellus' },
    values: [
      ['figtree', '--font-text:"Figtree"'],
      ['manrope', '--font-text:"Manrope"'],
    ],
  },
  choice(
    'theme.logo',
    'CFG-15',
    '/about-us',
    ['roundel', 'data-shape="roundel"'],
    ['plate', 'data-shape="plate"'],
  ),
  choice(
    'theme.displayCase',
    'CFG-15',
    '/about-us',
    ['none', '--display-case:none'],
    ['uppercase', '--display-case:uppercase'],
  ),
  choice('theme.radius', 'CFG-15', '/about-us', [14, '--radius:14px'], [2, '--radius:2px']),
];

const stock: SwitchCase[] = (
  [
    ['new', 'car:N1'],
    ['demo', 'car:D1'],
    ['used', 'car:U1'],
  ] as const
).map(([type, page]) =>
  choice(
    `stock.defaultPriceType.${type}`,
    'VDP-30',
    page,
    ['drive_away', '>Drive away<'],
    ['estimated_drive_away', '>Estimated drive away<'],
    ['excluding_government_charges', '>Excl. government charges<'],
  ),
);

const forms: SwitchCase[] = [
  choice(
    'leads.postcode',
    'FORM-02',
    '/contact',
    ['required', /<input(?=[^>]*name="postcode")[^>]*required/],
    ['optional', /<input(?=[^>]*name="postcode")(?![^>]*required)/],
  ),
  both('leads.messageRequired', 'FORM-02', '/contact', [
    /<textarea[^>]*required/,
    /<textarea(?![^>]*required)/,
  ]),
  both('leads.termsCheckbox', 'FORM-02', '/contact', ['name="terms"', null]),
  choice(
    'leads.location',
    'FORM-02',
    '/contact',
    ['required', /<select(?=[^>]*name="location_id")[^>]*required/],
    ['optional', /<select(?=[^>]*name="location_id")(?![^>]*required)/],
  ),
  choice(
    'leads.termsNote',
    'FORM-02',
    '/contact',
    ['You agree to our terms.', '>You agree to our terms.<'],
    ['See our terms.', '>See our terms.<'],
  ),
  choice(
    'leads.testDriveTerms',
    'FORM-01',
    '/enquire/test-drive',
    ['Bring your licence.', '>Bring your licence.<'],
    ['P-plates welcome.', '>P-plates welcome.<'],
  ),
  choice(
    'leads.categories',
    'FORM-02',
    '/enquire/enquiry',
    [['Sales', 'Hire'], '<option value="Hire">'],
    [['Sales', 'Parts'], '<option value="Parts">'],
  ),
  both('leads.steps', 'FORM-05', 'car:U1', ['class="lead-step"', null]),
  both('leads.requestPhotos', 'FORM-01', 'car:U1', ['/enquire/request-photos', null]),
  choice(
    'leads.moneyQuickPicks',
    'FORM-09',
    '/enquire/find-similar',
    ['standard', '>$5,000<'],
    ['high', '>$800,000<'],
    [[110_000, 120_000], '>$110,000<'],
  ),
  choice(
    'leads.enquiryExtras',
    'FORM-13',
    '/enquire/enquire-now',
    [['A video'], 'value="A video"'],
    [['A price'], 'value="A price"'],
  ),
  choice(
    'leads.serviceExtras',
    'FORM-13',
    '/enquire/service',
    [['Loan car'], 'value="Loan car"'],
    [['Shuttle'], 'value="Shuttle"'],
  ),
  {
    switch: 'leads.forms.careers.submit',
    id: 'FORM-03',
    page: '/enquire/careers',
    values: [
      ['Apply', '>Apply</button>'],
      ['Join us', '>Join us</button>'],
    ],
    given: { 'pages.careers.enabled': true },
  },
  choice(
    'leads.optInText',
    'FORM-02',
    '/contact',
    ['Tell me about offers.', 'Tell me about offers.'],
    ['Write to me.', 'Write to me.'],
  ),
];

const icons: SwitchCase[] = ['reasons', 'banner'].map((list) =>
  choice(
    `content.home.${list}.0.icon`,
    'SRCH-20',
    '/',
    ['calendar', `<path d="${ICONS.calendar}"`],
    ['wrench', `<path d="${ICONS.wrench}"`],
  ),
);

const rest: SwitchCase[] = [
  both('vehiclePage.showUnregistered', 'VDP-18', 'car:U2', ['Unregistered', null]),
  both('finance.showRepayments', 'FIN-09', 'car:U1', ['class="repayment', null]),
  both('brandStats.enabled', 'CONT-01', '/brands', ['50+', null], {
    brands: [{ title: 'Mazda', slug: 'mazda', description: ['Made in Hiroshima.'] }],
  }),
  both('brandStats.plus', 'CONT-01', '/brands', ['>50+<', '>50<'], {
    brandStats: { enabled: true },
    brands: [{ title: 'Mazda', slug: 'mazda', description: ['Made in Hiroshima.'] }],
  }),
  both('pages.personalised-finance.enabled', 'NAV-07', '/personalised/finance', [
    'Personalised finance',
    null,
  ]),
  choice(
    'brands.0.kind',
    'CONT-01',
    '/brands',
    ['car', '>Car<'],
    ['motorcycle', '>Motorcycle<'],
    ['truck', '>Truck<'],
    ['own', '>Our Brands<'],
  ),
  both('brands.0.certified', 'CONT-01', '/mazda/overview', [
    'href="/search/used-cars?certified=true"',
    'href="/search/mazda"',
  ]),
  both('brands.0.skipPage', 'CONT-13', '/brands', ['href="/search/mazda"', 'href="/mazda/overview"']),
].map((each) =>
  each.switch.startsWith('brands.')
    ? { ...each, given: { brands: [{ title: 'Mazda', slug: 'mazda', description: ['Made in Hiroshima.'] }] } }
    : each,
);

const cases: SwitchCase[] = [...theme, ...stock, ...forms, ...icons, ...rest];
export default cases;
