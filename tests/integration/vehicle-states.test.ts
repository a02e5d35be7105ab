import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

/** What the page of a vehicle offers and says in each of its states, under the settings that show most. */
const SWITCHES = {
  ...{ reserve: true, checkout: true, tradeIn: true, liveChat: true, printing: true, testDrive: true },
};
const EVERYTHING = {
  'dealerships.0.switches': SWITCHES,
  'dealerships.1.switches': SWITCHES,
  'pages.finance.enabled': true,
  'pages.trade-in.enabled': true,
  plugins: ['autogauge', 'car_analysis'],
  autograb: true,
  chat: { script: 'https://chat.example/chat.js', label: 'Chat with us' },
  'vehiclePage.pdf': true,
  'card.financeWording': 'Get Finance',
};
const ROBOT = { ...EVERYTHING, autobot: { script: 'https://robot.example/robot.js' } };
const [first = {}] = STOCK;
const BARE = {
  ...{ make: 'Toyota', year: 2025, car_type: 'used', status: 'in_stock', price: 45_990 },
  ...{ dealership_slug: 'harbour-city', location_slug: 'harbour-city-sales', created_at: '2026-06-14' },
};
const HOTSPOTS = JSON.stringify([
  {
    id: 'screen',
    description: 'Touchscreen',
    anchors: ['https://maker.example/screen', 'javascript:alert(1)'],
  },
  { id: 'seats', description: 'Heated seats', anchors: [] },
  { id: 'boot', description: 'Boot', anchors: ['https://maker.example/boot'] },
]);
const at = (hotspotId: string) => ({ hotspotId, activeAngle: 180, posX: 46, posY: 57 });
const POSITIONS = JSON.stringify({ exterior: [], interior: [at('screen'), at('seats')] });
const stock = [
  ...STOCK,
  { ...first, stocknum: 'T9', tag: 'Test Drive Only', payment_processors: '', file: '' },
  { ...first, stocknum: 'R1', reserved: 'yes' },
  { ...first, stocknum: 'B1', badge: 'SR5', series: 'GUN126R' },
  { ...first, stocknum: 'X1', images: 'no-photo|img-placeholder' },
  { ...first, stocknum: 'X2', item_type: 'truck', created_at: '2026-05-01' },
  {
    ...first,
    ...{ stocknum: 'K1', model: 'Fortuner', city: 'FORTITUDE VALLEY' },
    dealercomments: '**Ring (07) 5550-0110** or 0755500120 today. $45990 drive away.',
  },
  /** Next to nothing is known of them but who they are. */
  { ...BARE, stocknum: 'I1', model: 'Hiace', vin: 'JTFHX02P000012345', warranty: '5 years' },
  { ...BARE, stocknum: 'H1', model: 'Coaster', colour: '', file: 'https://reports.example/h1.pdf' },
  { ...BARE, stocknum: 'V1', model: 'Granvia', video_url: 'https://video.example/v1.mp4' },
  {
    ...{ ...BARE, stocknum: 'A1', model: 'Kluger', spin_interior_image: 'inside' },
    hotspots: `"${HOTSPOTS.replaceAll('"', '""')}"`,
    hotspot_positions: `"${POSITIONS.replaceAll('"', '""')}"`,
  },
  { ...BARE, stocknum: 'E1', model: 'bZ4X', fuel: 'Electric' },
  { ...first, stocknum: 'N9', car_type: 'new', year: 2026 },
];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, stock);
  pages.services.carServices = { gauge: localPriceGauge() };
});
afterAll(() => pages.close());

const between = (html: string, from: string, to: string) => {
  const start = html.indexOf(from);
  return start < 0 ? '' : html.slice(start, html.indexOf(to, start));
};
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/[\s|]*\|[\s|]*/g, '|');

/** The parts of a car's page as texts, "|" where one element ends and the next begins. */
async function pageOf(car: string, settings: object = EVERYTHING) {
  const { html: whole } = await pages.render(`car:${car}`, { ...settings });
  const html = whole.replace(/<style[^>]*>.*?<\/style>/gs, '');
  return {
    html,
    aside: textOf(between(html, 'class="vehicle-aside"', 'class="vehicle-body"')),
    header: textOf(between(html, 'data-vehicle-header', 'data-vehicle-bar')),
    bar: textOf(between(html, 'data-vehicle-bar', '</article>')),
  };
}

it('VDP-15 the header has the car, its price and repayment, finance and the trade-in; the bar has the actions', async () => {
  const { html, header, bar } = await pageOf('U1');
  for (const part of [
    ...['|2025 Toyota HiLux|', '|Automatic · Ute|', '|$45,990|Excl. government charges|'],
    ...['/ week', '% p.a. interest rate', '% p.a. comparison rate', '|Get Finance|', '|Trade-In Valuation|'],
  ])
    expect(header).toContain(part);
  expect(between(html, 'data-vehicle-header', 'data-vehicle-bar')).toMatch(
    /href="\/cars\/trade-in\?car_id=[^"]+"/,
  );
  expect(bar).toMatch(/\|Reserve Car Now\|Enquire Now\|.*Call Now/);
});

it('VDP-15 VDP-26 the message robot replaces Enquire Now in sidebar and bar; the header repeats neither', async () => {
  const { aside, header, bar } = await pageOf('U1', ROBOT);
  expect(header).not.toMatch(/Instant Message|Enquire Now/);
  for (const part of [aside, bar]) {
    expect(part).toContain('|Instant Message|');
    expect(part).not.toContain('Enquire Now');
  }
  const podium = { ...ROBOT, podium: { enabled: true, podium_api_token: 'DEALER_PODIUM_TOKEN' } };
  for (const page of [await pageOf('U2', ROBOT), await pageOf('U1', podium)])
    for (const part of [page.aside, page.bar]) {
      expect(part).toContain('|Enquire Now|');
      expect(part).not.toContain('Instant Message');
    }
});

it.each([
  ['in stock with a payment processor', 'U1', true],
  ['without one', 'U2', false],
  ['reserved', 'R1', false],
  ['coming soon', 'C1', false],
  ['sold', 'S1', false],
])('VDP-26 a car %s can be reserved from sidebar and bar alike: %s %s', async (_what, car, isOffered) => {
  const { aside, bar } = await pageOf(car);
  expect(aside.includes('|Reserve Now $200|')).toBe(isOffered);
  expect(bar.includes('|Reserve Car Now|')).toBe(isOffered);
});

it('VDP-16 a car that is coming soon has the full sidebar and shows it; a sold one has only its notice', async () => {
  const coming = await pageOf('C1');
  for (const part of ['|COMING SOON|', '|Enquire Now|', '|Book a Test Drive|', 'Call Now', '|Get Finance|'])
    expect(coming.aside).toContain(part);
  const sold = await pageOf('S1');
  expect(sold.aside).toMatch(/\|SOLD\|.*\|Find Me Something Similar\|/);
  expect(sold.bar).toContain('|Find Me Something Similar|');
  for (const part of [sold.aside, sold.header, sold.bar])
    expect(part).not.toMatch(/Enquire Now|Reserve|Test Drive|Call Now|Get Finance|History report|PDF|week/);
});

it('VDP-24 CFG-14 reports: the history with a file, the analysis by plugin, Autogauge only for used cars', async () => {
  const used = await pageOf('U1');
  expect(used.aside).toMatch(/\|History report\|.*\|Download car analysis\|/);
  expect(used.html).toMatch(
    /href="https:\/\/reports\.example\/u1\.pdf"[^>]*target="_blank"[^>]*data-followed-event="60"/,
  );
  expect(used.html).toContain('class="gauge"');
  const unreported = await pageOf('U2');
  expect(unreported.aside).not.toMatch(/History report|Download car analysis/);
  expect((await pageOf('N9')).html).not.toContain('class="gauge"');
  const bare = await pageOf('U1', { ...EVERYTHING, plugins: [] });
  expect(bare.html).not.toContain('class="gauge"');
  expect(bare.aside).not.toContain('Download car analysis');
});

it('VDP-27 trade-in and history are absent if they are not allowed', async () => {
  const { aside, header } = await pageOf('U1', {
    ...EVERYTHING,
    'dealerships.0.switches': { ...SWITCHES, tradeIn: false },
    'vehiclePage.historyReport': false,
  });
  expect(`${aside}${header}`).not.toMatch(/Trade-In Valuation|History report/);
});

it('VDP-30 VDP-273 the sidebar has title, badge, price with its type, all actions, then the repayment', async () => {
  const { html, aside } = await pageOf('B1');
  const order = [
    ...[
      '|2025 Toyota HiLux|SR5 GUN126R|',
      '|$45,990|Excl. government charges|',
      '|Reserve Now $200|',
      '|Enquire Now|',
    ],
    ...['Call Now', '|Book a Test Drive|', '|Trade-In Valuation|', '|Chat with us|'],
    ...[
      '/ week',
      '|Get Finance|',
      '|Print this page|',
      '|Download PDF|',
      '|Location and directions|',
      '|Share|',
    ],
  ];
  const places = order.map((part) => aside.indexOf(part));
  expect(Object.fromEntries(order.map((part, at) => [part, places[at] !== -1]))).toEqual(
    Object.fromEntries(order.map((part) => [part, true])),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(between(html, 'class="vehicle-aside"', 'class="vehicle-body"')).toContain('<save-car');
});

it('CARD-05 the page of a test-drive-only car shows it and offers the test drive first, everywhere', async () => {
  const { aside, bar } = await pageOf('T9');
  expect(aside).toContain('|Test Drive Only|');
  for (const part of [aside, bar]) {
    expect(part).toContain('|Book a Test Drive|');
    expect(part).not.toContain('Enquire Now');
  }
  expect(aside.split('Book a Test Drive')).toHaveLength(2);
});

it('CARD-06 VDP-06 a car with only placeholders has no photos, and photos can be requested', async () => {
  const { html } = await pageOf('X1');
  expect(html).toContain('Just arrived. Photos are on their way.');
  expect(html).toMatch(/href="\/enquire\/request-photos\?car_id=[^"]+"[^>]*>Request Photos/);
  expect(html).not.toMatch(/no-photo\/|img-placeholder/);
});

it('VDP-06 VDP-10 a truck is called a truck without photos and in its price comparison', async () => {
  const { html } = await pageOf('X2', { ...EVERYTHING, verticals: ['cars', 'trucks'] });
  expect(html).toContain('No photos of this truck yet.');
  expect(html).toContain('&quot;trucks&quot;');
  expect((await pageOf('U1')).html).toContain('&quot;cars&quot;');
});

it('LOC-10 a car in the city of the main location is not announced, however its feed writes the city', async () => {
  expect((await pageOf('U4')).html).toContain('aria-label="Located at Moorooka"');
  expect((await pageOf('U1')).html).not.toContain('Located at');
  const { html } = await pageOf('K1', { ...EVERYTHING, 'vehiclePage.showMapSection': true });
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain('Fortitude Valley');
  expect(html).not.toContain('FORTITUDE VALLEY');
  expect(html).not.toContain('Located at');
});

it('VDP-17 comments that name a number of the dealer show it in part, on the page until it is revealed and on paper', async () => {
  const slug = /\/cars\/([\w-]+)/.exec((await pages.render('/search/toyota/fortuner')).html)?.[1] ?? '';
  const words = (html: string) => textOf(between(html, 'omments</h2>', '</section>')).replaceAll('|', ' ');
  const page = (await pageOf('K1')).html;
  const paper = (await pages.render(`/print?car_id=${slug}`, EVERYTHING)).html;
  for (const html of [page, paper]) {
    expect(words(html)).toContain('(07) 5');
    expect(words(html)).toContain('$45990 drive away.');
    expect(html.replace(/\D+/g, ' ').replaceAll(' ', '')).not.toMatch(/55500110|55500120/);
  }
  const revealed = await pages.render('car:K1', EVERYTHING, {
    method: 'POST',
    clientAddress: '203.0.113.77',
  });
  expect(words(revealed.html)).toContain('Ring (07) 5550-0110 or 0755500120 today.');
});

it('VDP-07 VDP-24 a car without key facts still says who it is and what its past is', async () => {
  const identity = (html: string) => textOf(between(html, 'id="key-information"', '</section>'));
  const known = identity((await pageOf('I1')).html);
  expect(known).toContain('|VIN|JTFHX02P000012345|');
  expect(known).toContain('|Warranty|5 years|');
  expect(identity((await pageOf('H1')).html)).toMatch(/\|History\|History report\|/);
  expect(identity((await pageOf('U1')).html)).toMatch(/\|Odometer\|.*\|History\|History report\|/);
});

it('VDP-05 VDP-36 what a hotspot of the inside leads to is linked below it', async () => {
  const { html } = await pageOf('A1');
  const inside = between(html, 'class="interior-panorama"', 'class="vehicle-aside"');
  expect(textOf(inside)).toMatch(/\|Touchscreen\|More\|about Touchscreen/);
  expect([...inside.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    'https://maker.example/screen',
  ]);
  expect(inside.match(/<li/g)).toHaveLength(1);
});

it('VDP-02 VDP-06 a car with a video and no photos has both the video and the way to ask for photos', async () => {
  const { html } = await pageOf('V1');
  expect(html).toContain('Just arrived. Photos are on their way.');
  expect(html).toMatch(/href="\/enquire\/request-photos\?car_id=[^"]+"[^>]*>Request Photos/);
  expect(html).toMatch(/<a class="gallery-video" href="https:\/\/video\.example\/v1\.mp4"/);
});

it('VDP-12 no fuel cost is calculated for an electric car, whichever field of the feed says that it is one', async () => {
  const isCalculated = async (car: string) =>
    (await pageOf(car, { 'vehiclePage.fuelCalculator': true })).html.includes('Fuel cost');
  expect([await isCalculated('E1'), await isCalculated('U3'), await isCalculated('V1')]).toEqual([
    false,
    false,
    true,
  ]);
});

it('VDP-25 the finance banner leads to the finance page, and each block gives its reasons under its heading', async () => {
  const settings = {
    ...EVERYTHING,
    'vehiclePage.financeBanner': {},
    'vehiclePage.whyDealer': { points: ['Free loan car', 'Open on Sundays'] },
    'vehiclePage.whyBuy': { points: ['Workshop on the premises'] },
  };
  const { html } = await pageOf('U1', settings);
  expect(html).toMatch(
    /<a class="vehicle-finance-banner" href="\/finance\?[^"]*car_id=[^"]*"[^>]*>\s*<strong[^>]*>Finance Available</,
  );
  const said = textOf(html);
  expect(said).toContain('|Why Harbour City Motors?|Free loan car|Open on Sundays|');
  expect(said).toContain('|Why Buy From Us?|Workshop on the premises|');
  const plain = await pageOf('U1', {
    ...settings,
    'pages.finance.enabled': false,
    'vehiclePage.whyDealer': undefined,
    'vehiclePage.whyBuy': undefined,
  });
  expect(plain.html).not.toMatch(/Finance Available|class="[^"]*vehicle-reasons/);
});

it.each(['U1', 'N1', 'S1'])(
  'VDP-28 the disclaimer of %s, in the dealer’s words, links to the terms and conditions',
  async (car) => {
    const { html } = await pageOf(car, { 'vehiclePage.disclaimer': 'Please ask before you drive far.' });
    const disclaimer = between(html, 'id="vehicle-disclaimer"', '</section>');
    expect(textOf(disclaimer)).toContain('Please ask before you drive far.|Terms and conditions|');
    expect(disclaimer).toMatch(/<a href="\/terms-and-conditions"[^>]*>Terms and conditions<\/a>/);
  },
);
