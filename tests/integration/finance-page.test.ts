import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPARISON_BASIS } from '#src/features/finance/finance-disclosure.ts';
import { LENDERS } from '#src/features/finance/lenders.data.ts';
import { financeWordingTexts } from '#src/features/finance/server/queries/finance-wording-queries.ts';
import { unescaped } from '../fixtures/html-text.ts';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ON = {
  'pages.finance.enabled': true,
  'pages.personalised-finance.enabled': true,
  'account.signIn': false,
};
const VIN = 'JTFHX02P000012345';
const [first = {}] = STOCK;
const stock = [
  ...STOCK,
  { ...first, stocknum: 'F1', model: 'Fortuner', vin: VIN, images: 'front|back|side' },
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => ({ ...first, stocknum: `G${at}`, images: 'front|back' })),
  { ...first, stocknum: 'Q1', item_type: 'caravan', make: 'Jayco', model: 'Journey', images: 'front|back' },
  { ...first, stocknum: 'G8', model: 'Onephoto', images: 'front' },
  { ...first, stocknum: 'G9', model: 'Newcomer', car_type: 'new', year: 2026, images: 'front|back' },
];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, stock);
});
afterAll(() => pages.close());

async function idOf(stocknum: string): Promise<string> {
  const rows = await pages.services.db.selectFrom('vehicles').select(['id', 'record']).execute();
  return rows.find(({ record }) => JSON.parse(record).stocknum === stocknum)?.id ?? '';
}

const besides = (html: string) =>
  html.split('class="finance-beside"')[1]?.split('class="finance-wording"')[0] ?? '';
const inputValue = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
const PERSON = {
  ...{ name: 'Ann', last_name: 'Lee', email: 'ann@example.com.au', phone: '0412 345 678' },
  postcode: '4006',
};
const posted = (body: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(body),
});
/** Ids of leads that a test has read. The clock is fixed, so times do not tell them apart. */
const known: string[] = [''];
async function newestLead(): Promise<Record<string, unknown>> {
  const row = await pages.services.db
    .selectFrom('leads')
    .select(['id', 'payload'])
    .where('id', 'not in', known)
    .executeTakeFirstOrThrow();
  known.push(row.id);
  return JSON.parse(row.payload);
}

describe.each(['/finance', '/personalised/finance'])('%s', (page) => {
  it('FIN-01 NAV-07 shows the car of its query: picture, price with its type, repayment with both rates', async () => {
    const { html } = await pages.render(`${page}?car_id=${await idOf('F1')}`, ON);
    const beside = besides(html);
    expect(beside).toContain('Toyota Fortuner');
    expect(beside).toMatch(/<img[^>]+alt="2025 Toyota Fortuner/);
    expect(beside).toMatch(/\$45,990<\/strong>\s*<span[^>]*>(?:Drive away|Excl)/i);
    expect(beside).toMatch(/\$\d+ \/ week/);
    expect(beside).toContain('7.49% p.a. interest rate');
    expect(beside).toContain('8.60% p.a. comparison rate');
    expect(beside).not.toContain('Apply online');
  });

  it('FIN-01 shows the three steps without a car, and for one that cannot be bought here, all alike', async () => {
    const alike = [];
    for (const car of ['', await idOf('S1'), 'another-dealers', `' OR 1=1 --`, '%00', '<script>']) {
      const { status, html } = await pages.render(`${page}?car_id=${encodeURIComponent(car)}`, ON);
      expect(status).toBe(200);
      const beside = besides(html);
      for (const step of ['Apply online', 'Get pre-approved', 'Purchase']) expect(beside).toContain(step);
      alike.push(beside);
    }
    expect(new Set(alike).size).toBe(1);
  });

  it('FIN-01 has the anchors #finance-form, #finance-calculator and #financeDisclaimer, once each', async () => {
    const { html } = await pages.render(page, ON);
    for (const id of ['finance-form', 'finance-calculator', 'financeDisclaimer']) {
      expect(html.split(`id="${id}"`), id).toHaveLength(2);
    }
  });
});

it('NAV-07 a finance page is never among the files of the site, whichever address it has', async () => {
  for (const own of ['/finance', '/finance-enquiry', '/apply-for-finance']) {
    const { status, html } = await pages.render(`${own}?loanTerm=3`, { ...ON, 'links.finance': own });
    expect(status).toBe(200);
    expect(html).toMatch(/<option[^>]*value="3"[^>]*selected|<option[^>]*selected[^>]*value="3"/);
  }
});

it('FIN-01 the price beside a repayment follows the switches: none where repayments are off', async () => {
  const car = await idOf('F1');
  const { html } = await pages.render(`/finance?car_id=${car}`, { ...ON, 'finance.showRepayments': false });
  expect(besides(html)).toContain('$45,990');
  expect(besides(html)).not.toContain('/ week');
});

describe('the parameters of a link', () => {
  const LINK = {
    ...{ vin: VIN, nvic: 'GGB14A', year: '2025', car_type: 'used', price: '45990', credit_score: '712' },
    ...{ vehiclePriceBudget: '45990', loanTerm: '4.5', selfAssessedCreditScore: 'DECENT' },
    ...{ whoIsHelping: 'Kim Tran', preferredDealership: 'harbour-north' },
  };

  it('FIN-01 fill in the form, and stay through a refused post and into the lead', async () => {
    const car = await idOf('F1');
    const address = `/finance?${new URLSearchParams({ car_id: car, ...LINK })}`;
    const { html: whole } = await pages.render(address, ON);
    const html = whole.slice(whole.indexOf('id="finance-form"'));
    for (const [name, value] of Object.entries({ ...LINK, vehiclePriceBudget: '45,990' })) {
      if (name === 'loanTerm' || name === 'selfAssessedCreditScore') continue;
      expect(inputValue(html, name), name).toBe(value);
    }
    const seen = inputValue(html, 'finance_seen') ?? '';
    const refused = await pages.render(
      '/enquire/finance',
      ON,
      posted({ ...LINK, car_id: car, finance_seen: seen }),
    );
    expect(refused.status).toBe(422);
    for (const name of [
      'vin',
      'nvic',
      'year',
      'credit_score',
      'whoIsHelping',
      'preferredDealership',
    ] as const) {
      expect(inputValue(refused.html, name), name).toBe(LINK[name]);
    }
    expect(refused.html).toContain('8.60% p.a. comparison rate');
    const kept = { ...LINK, car_id: car, finance_seen: inputValue(refused.html, 'finance_seen') ?? '' };
    const taken = await pages.render('/enquire/finance', ON, posted({ ...PERSON, ...kept }));
    expect(taken.status).toBe(303);
    expect(taken.headers.location).toMatch(/^\/success\?form=finance&lead=[\da-f-]{36}$/);
    const lead = await newestLead();
    expect(lead).toMatchObject({
      category: 'Finance Enquiry',
      car_id: car,
      tags: ['finance'],
      finance_shown: { interest_rate: 7.49, comparison_rate: 8.6, term_years: 5, source: 'computed' },
    });
    const details = (lead.details as { name: string; value: string }[]).map(({ name, value }) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(details)).toEqual({
      ...LINK,
      vehiclePriceBudget: '$45,990',
      loanTerm: '4.5 years',
      selfAssessedCreditScore: 'Decent',
    });
  });

  it('FIN-01 FIN-06 stay when the calculator is sent without scripts', async () => {
    const car = await idOf('F1');
    const sent = { car_id: car, ...LINK };
    const { html } = await pages.render(`/finance?${new URLSearchParams({ ...sent, other: 'x' })}`, ON);
    const form = html.split('class="panel calculator"')[1]?.split('</form>')[0] ?? '';
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g)];
    expect(Object.fromEntries(hidden.map(([, name, value]) => [name, value]))).toEqual(sent);
  });

  it('FIN-01 that are hostile are left out of page and lead', async () => {
    const evil = '"><script>alert(1)</script>';
    const hostile = Object.fromEntries(Object.keys(LINK).map((name) => [name, evil]));
    const { status, html } = await pages.render(`/finance?${new URLSearchParams(hostile)}`, ON);
    expect(status).toBe(200);
    expect(html).not.toContain('alert(1)');
    const body = { ...PERSON, ...hostile, vehiclePriceBudget: '', loanTerm: '', selfAssessedCreditScore: '' };
    const taken = await pages.render(
      '/enquire/finance',
      ON,
      posted({ ...body, preferredDealership: 'harbour-city' }),
    );
    expect(taken.status).toBe(303);
    expect(JSON.stringify(await newestLead())).not.toContain('alert(1)');
  });
});

describe('the shopper’s own terms', () => {
  it('FIN-06 PLAT-02 their script is on every page that shows figures, and on no other', async () => {
    const { slug, id } = await pages.services.db
      .selectFrom('vehicles')
      .select(['slug', 'id'])
      .where('identity', '=', 'stock:G1')
      .executeTakeFirstOrThrow();
    const settings = { ...ON, 'card.compare': true };
    const marked = async (path: string) =>
      [path, (await pages.render(path, settings)).html.includes('<meta name="own-loan"')] as const;
    for (const path of [
      ...[
        '/',
        '/search/used-cars',
        '/search/new-used-and-demo-cars?query=nothing',
        `/cars/${slug}`,
        '/cars/gone',
      ],
      ...['/finance', `/finance?car_id=${id}`, `/enquire/finance?car_id=${id}`, '/personalised/finance'],
      ...[`/compare?cars=${slug}`, '/saved-cars', '/success'],
    ])
      expect(await marked(path)).toEqual([path, true]);
    for (const path of [
      '/about-us',
      '/contact',
      '/dealer-locator',
      '/terms-and-conditions',
      '/enquire/contact',
    ])
      expect(await marked(path)).toEqual([path, false]);
  });
});

describe('the wording beside a repayment', () => {
  it('FIN-10 every page with cards states the basis of comparison rates, where the dealer’s words do not', async () => {
    const words = 'WARNING: This rate is true only for the example.';
    const { slug } = await pages.services.db
      .selectFrom('vehicles')
      .select('slug')
      .where('identity', '=', 'stock:G1')
      .executeTakeFirstOrThrow();
    const settings = { ...ON, 'finance.disclaimer': words };
    for (const path of ['/', '/search/used-cars', `/cars/${slug}/similar`, '/saved-cars']) {
      const { html } = await pages.render(path, settings);
      const [, ...after] = html.split(words);
      const stated = html.split(`${COMPARISON_BASIS} ${words}`);
      expect([path, after.length > 0, stated.length - 1]).toEqual([path, true, after.length]);
    }
  });

  it('FIN-10 is stored with its version when a form with figures is shown, and with the lead', async () => {
    const car = await idOf('F1');
    const own = { ...ON, 'finance.disclaimer': 'The basis of June.' };
    const { html } = await pages.render(`/enquire/finance?car_id=${car}`, own);
    expect(html).toContain('The basis of June.');
    const seen = inputValue(html, 'finance_seen') ?? '';
    // The dealer changes wording and rate while the form is open.
    const later = { ...ON, 'finance.disclaimer': 'The basis of July.', 'finance.interestRate': 7.29 };
    const taken = await pages.render(
      '/enquire/finance',
      later,
      posted({ ...PERSON, car_id: car, finance_seen: seen }),
    );
    expect(taken.status).toBe(303);
    const { finance_shown: shown } = (await newestLead()) as {
      finance_shown: { interest_rate: number; wording: string };
    };
    expect(shown.interest_rate).toBe(7.49);
    const texts = await financeWordingTexts(pages.services.db, [shown.wording]);
    expect(texts.get(shown.wording)).toBe(`${LENDERS.Manual.disclaimer}\n\nThe basis of June.`);
  });

  it('FIN-13 figures a shopper has made up are not recorded', async () => {
    const car = await idOf('F1');
    const made = Buffer.from('{"weekly_cents":1}').toString('base64url');
    await pages.render(
      '/enquire/finance',
      ON,
      posted({ ...PERSON, car_id: car, finance_seen: `${made}.AAAA` }),
    );
    expect(await newestLead()).toMatchObject({ finance_shown: { interest_rate: 7.49 } });
  });
});

describe('the vehicle page', () => {
  const LINK =
    /<a class="button button-quiet" href="([^"]+)"( data-form="([^"]+)")?[^>]*>\s*Get Pre-Approval/;

  it('FIN-01 FIN-13 its finance link carries the car; the form opens in a dialog only by the switch', async () => {
    const car = await idOf('F1');
    const [, href = '', , none] = LINK.exec((await pages.render('car:F1', ON)).html) ?? [];
    expect(none).toBeUndefined();
    const query = new URL(unescaped(href), 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      ...{ car_id: car, vin: VIN, car_type: 'used' },
      ...{ preferredDealership: 'harbour-city', vehiclePriceBudget: '45990' },
    });
    const { html } = await pages.render('car:F1', { ...ON, 'vehiclePage.financeInDialog': true });
    const [, page, , form] = LINK.exec(html) ?? [];
    expect(page).toMatch(/^\/finance\?/);
    expect(form).toMatch(/^\/enquire\/finance\?/);
    expect(form?.split('?')[1]).toBe(page?.split('?')[1]);
  });

  it('FIN-13 without a finance page the link leads to the form’s own page; without the dialog there is none', async () => {
    const off = { 'pages.finance.enabled': false };
    expect((await pages.render('car:F1', off)).html).not.toMatch(LINK);
    const { html } = await pages.render('car:F1', { ...off, 'vehiclePage.financeInDialog': true });
    expect(LINK.exec(html)?.[1]).toMatch(/^\/enquire\/finance\?/);
  });

  it('FIN-01 NAV-10 has the anchors of finance and map, once each; a sold car has none of the form', async () => {
    const { html } = await pages.render('car:F1', ON);
    for (const id of ['finance-form', 'finance-calculator', 'financeDisclaimer', 'vehicle-map']) {
      expect(html.split(`id="${id}"`), id).toHaveLength(2);
    }
    expect((await pages.render('car:S1', ON)).html).not.toContain('id="finance-form"');
  });
});

describe('Get Finance Now', () => {
  const block = (html: string) => html.split('id="get-finance-now-title"')[1]?.split('</section>')[0] ?? '';
  const at = (...places: string[]) => ({ ...ON, 'finance.getFinanceNow': places });

  it.each([
    ['/', 'home', '/finance'],
    ['/finance', 'finance', '#finance-form'],
  ])(
    'FIN-12 FIN-18 on %s: six used cars with more than one photo, and both links',
    async (page, place, journey) => {
      const shown = block((await pages.render(page, { ...ON, 'finance.getFinanceNow': [place] })).html);
      expect(shown.match(/<h3/g)).toHaveLength(6);
      expect(shown).not.toContain('Onephoto');
      expect(shown).not.toContain('Newcomer');
      expect(shown).toMatch(new RegExp(`href="${journey}"[^>]*>\\s*Start Finance Journey`));
      expect(shown).toMatch(/href="\/search\/used-cars"[^>]*>View All Used \w+/);
      const other = place === 'home' ? 'finance' : 'home';
      expect(block((await pages.render(page, at(other))).html)).toBe('');
      expect(block((await pages.render(page, at())).html)).toBe('');
    },
  );

  it('FIN-12 speaks of the vehicles the dealer sells', async () => {
    const caravans = block((await pages.render('/', { ...at('home'), verticals: ['caravans'] })).html);
    expect(caravans).toContain('View All Used Caravans');
    expect(caravans.match(/<h3/g)).toHaveLength(1);
  });

  it('FIN-18 is absent without any such vehicle, and without a finance page', async () => {
    for (const none of [{ verticals: ['motorcycles'] }, { 'pages.finance.enabled': false }]) {
      expect(block((await pages.render('/', { ...at('home'), ...none })).html)).toBe('');
    }
  });
});

describe('the disclaimer that a dialog shows', () => {
  const stated = (html: string) => html.split('id="financeDisclaimer"')[1] ?? '';

  it.each(['/', '/search/used-cars', '/finance', 'car:F1'])(
    'FIN-10 %s states the words of lender and dealer, in this order and in full',
    async (page) => {
      const { html } = await pages.render(page, { ...ON, 'finance.disclaimer': 'Basis: the words of June.' });
      const [lender, dealer] = [LENDERS.Manual.disclaimer ?? '', 'Basis: the words of June.'];
      expect(stated(html).indexOf(lender)).toBeGreaterThan(0);
      expect(stated(html).indexOf(dealer)).toBeGreaterThan(stated(html).indexOf(lender));
    },
  );

  it('FIN-10 is absent where no repayment is shown', async () => {
    const { html } = await pages.render('/search/used-cars', { ...ON, 'finance.showRepayments': false });
    expect(stated(html)).toBe('');
  });
});
