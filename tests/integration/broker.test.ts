import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { httpBroker } from '#src/features/finance/server/broker/broker-service.ts';
import { type LocalBroker, localBroker } from '#src/features/finance/server/broker/local-broker.ts';
import { respondToCustomer } from '#src/features/finance/server/quick-quote-submission.ts';
import { respondWithQuote } from '#src/features/finance/server/quote-loan.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { BROKER_KEY, startBrokerServer } from '../fixtures/broker-server.ts';
import { addCar, CAR_ID, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

const ORIGIN = 'https://apply.example.com';
const LOAN = { selfAssessedCreditScore: 'GREAT', purchasePrice: 30_000, loanTerm: 5 };
const PERSON = {
  firstName: 'Annabel',
  lastName: 'Quillfeather',
  email: 'annabel.quillfeather@example.com',
  phoneNumber: '+61 412 345 678',
  postCode: '4006',
  subscribe: true,
};
const EXTRA = { dealership_slug: 'riverbend-valley', submission_key: 'submission-key-1' };

let setup: LeadSetup;
let broker: LocalBroker;
beforeEach(async () => {
  setup = await leadServices();
  broker = localBroker(`${ORIGIN}/start`);
  setup.services.broker = { name: 'youX', origins: [ORIGIN], client: broker };
  const { finance } = setup.dealer;
  setup.dealer = { ...setup.dealer, finance: { ...finance, quickQuote: 'page' } };
});
afterEach(() => setup.stop());

const post = (body: unknown) =>
  new Request('http://riverbend.localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function quote(body: unknown, more: { signal?: AbortSignal; clientAddress?: string } = {}) {
  const asker = { clientAddress: undefined, ...more };
  const response = await respondWithQuote(setup.services, setup.dealer, post(body), asker);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function create(data: object = {}, additionalData: object = {}) {
  const sent = post({
    data: { ...LOAN, ...PERSON, ...data },
    additionalData: { ...EXTRA, ...additionalData },
  });
  const response = await respondToCustomer(setup.services, setup.dealer, sent, undefined);
  return { status: response.status, body: await response.json() };
}

describe('POST /api/youx/quote', () => {
  it('FIN-03 a quote has dollars a week and both rates, and is never cached', async () => {
    const { status, headers, body } = await quote({ ...LOAN, vin: null, whoIsHelping: 'Sam' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      weeklyRepaymentAmount: expect.any(Number),
      advertisedRate: 7.49,
      comparisonRate: 8.61,
    });
    expect(broker.quoteRequests).toEqual([
      expect.objectContaining({ purchasePrice: 3_000_000, loanTerm: 5, whoIsHelping: 'Sam' }),
    ]);
  });

  it.each([
    [{ purchasePrice: '30000' }, 'purchasePrice'],
    [{ purchasePrice: 0 }, 'purchasePrice'],
    [{ purchasePrice: -1 }, 'purchasePrice'],
    [{ purchasePrice: 10_000_001 }, 'purchasePrice'],
    [{ loanTerm: 0 }, 'loanTerm'],
    [{ loanTerm: 8 }, 'loanTerm'],
    [{ loanTerm: 2.5 }, 'loanTerm'],
    [{ selfAssessedCreditScore: 'great' }, 'selfAssessedCreditScore'],
    [{ vin: 'V'.repeat(81) }, 'vin'],
    [{ year: 1e9 }, 'year'],
    [{ loanTerm: undefined }, 'loanTerm'],
    [{ selfAssessedCreditScore: 7 }, 'selfAssessedCreditScore'],
  ])('FIN-03 a loan of %j is refused with the field', async (more, field) => {
    const { status, body } = await quote({ ...LOAN, ...more });
    expect(status).toBe(422);
    expect(body.error.code).toBe('invalid_quote');
    expect(Object.keys(body.error.fields)).toEqual([field]);
    expect(body.error.fields[field]).toMatch(/^(?:Cannot be|Choose|Enter|Use at most) /);
    expect(broker.quoteRequests).toEqual([]);
  });

  it('FIN-03 ERR-07 each field that cannot be read has words of its own', async () => {
    const { body } = await quote({ loanTerm: 'x', year: [], vin: 5, nvic: {}, whoIsHelping: 'W'.repeat(81) });
    expect(body.error.fields).toEqual({
      selfAssessedCreditScore: 'Choose a credit score from the list.',
      purchasePrice: 'Enter a price from $1 to $10,000,000.',
      loanTerm: 'Choose a loan term of 1 to 7 years.',
      year: 'Enter a year, such as 2019.',
      vin: 'Use at most 80 characters.',
      nvic: 'Use at most 80 characters.',
      whoIsHelping: 'Use at most 80 characters.',
    });
  });

  it('FIN-03 an overflowing number is refused, and a body that is not JSON', async () => {
    expect(
      await quote('{"selfAssessedCreditScore":"GREAT","purchasePrice":1e309,"loanTerm":5}'),
    ).toMatchObject({
      status: 422,
    });
    for (const body of ['', 'no', '"text"', 'null'])
      expect(await quote(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  it.each([
    ['busy', 503, 'broker_unavailable'],
    ['fails', 503, 'broker_unavailable'],
    ['silent', 503, 'broker_unavailable'],
    ['finds-nothing', 404, 'no_quote'],
  ] as const)('ERR-04 a broker that %s: Failed to get quick quote', async (faultMode, status, code) => {
    broker.behave(faultMode);
    const answer = await quote(LOAN);
    expect(answer).toMatchObject({ status, body: { error: { code, message: 'Failed to get quick quote' } } });
  });

  it('FIN-03 only sites with quotes have them', async () => {
    const { dealer } = setup;
    setup.dealer = { ...dealer, finance: { ...dealer.finance, quickQuote: 'off' } };
    expect(await quote(LOAN)).toMatchObject({ status: 404, body: { error: { code: 'no_broker' } } });
    setup.dealer = { ...dealer, finance: { ...dealer.finance, quickQuote: 'off', showBrokerQuote: true } };
    expect(await quote(LOAN)).toMatchObject({ status: 200 });
    setup.services.broker = undefined;
    expect(await quote(LOAN)).toMatchObject({ status: 404, body: { error: { code: 'no_broker' } } });
  });

  it('FIN-03 one network has 120 quotes in ten minutes', async () => {
    const clientAddress = '203.0.113.9';
    const all = await Promise.all(Array.from({ length: 125 }, () => quote(LOAN, { clientAddress })));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(broker.quoteRequests).toHaveLength(120);
  });

  it('FIN-03 a shopper who leaves cancels the request at the broker, and nothing is logged', async () => {
    const server = await startBrokerServer();
    server.behave('silent');
    const client = httpBroker({ url: server.url, key: BROKER_KEY });
    setup.services.broker = { name: 'youX', origins: [ORIGIN], client };
    const shopper = new AbortController();
    const outcome = quote(LOAN, { signal: shopper.signal });
    await expect.poll(() => server.asked.length).toBe(1);
    shopper.abort();
    expect(await outcome).toMatchObject({ status: 503 });
    await expect.poll(server.cancelled).toBe(1);
    expect(setup.logged).toEqual([]);
    await server.stop();
  });
});

describe('POST /api/youx/create-customer', () => {
  it('FIN-04 FIN-16 the lead is stored, the customer created under its id, the address returned', async () => {
    await addCar(setup);
    const { status, body } = await create({}, { car_id: CAR_ID, shownEstimate: '$131 / week' });
    expect(status).toBe(201);
    const [lead] = await setup.leads();
    expect(body).toEqual({
      lead_id: lead?.id,
      category: 'Finance Enquiry',
      event_id: 9,
      redirectUrl: `${ORIGIN}/start?reference=${lead?.id}`,
    });
    const car = await setup.services.db.selectFrom('vehicles').selectAll().executeTakeFirstOrThrow();
    expect(lead?.vehicle_id).toBe(car.id);
    const [customer] = broker.customers;
    expect(customer).toMatchObject({
      reference: lead?.id,
      data: {
        ...LOAN,
        ...PERSON,
        purchasePrice: 3_000_000,
        phoneNumber: '0412345678',
        year: expect.any(Number),
      },
      additionalData: {
        subcategory: 'Quick Quote',
        details: expect.arrayContaining([
          { name: 'purchasePrice', label: 'Purchase amount', value: '$30,000' },
          { name: 'shownEstimate', label: 'Estimate shown', value: '$131 / week' },
        ]),
      },
    });
  });

  it('FAV-290 FIN-04 sent while signed in, the lead belongs to the account', async () => {
    const { services, dealer } = setup;
    const given = { firstName: '', lastName: '', email: '', website: '', dealershipSlug: '' };
    const consents = { optInConsent: null, termsConsent: null };
    const contact = await signInContact(
      services.db,
      { dealer: dealer.slug, phone: '0412345678' },
      { ...given, ...consents },
      services.clock.now().toISOString(),
    );
    const sent = post({ data: { ...LOAN, ...PERSON }, additionalData: EXTRA });
    sent.headers.set('cookie', (await startSession(services, contact)).split(';')[0] ?? '');
    expect((await respondToCustomer(services, dealer, sent, undefined)).status).toBe(201);
    expect(await services.db.selectFrom('leads').select('contact_id').execute()).toEqual([
      { contact_id: contact.id },
    ]);
  });

  it('FIN-04 sent at once or again, lead and customer are one', async () => {
    broker.behave('late');
    const all = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(all.map(({ body }) => body.redirectUrl)).size).toBe(1);
    expect(await create()).toEqual(all[0]);
    expect(await setup.leads()).toHaveLength(1);
    expect(broker.customers).toHaveLength(1);
    expect(await create({ purchasePrice: 40_000 })).toMatchObject({
      status: 409,
      body: { error: { code: 'submission_changed' } },
    });
  });

  it.each([
    ['fails', 'broker_failed', 'Failed to create customer with youX'],
    ['silent', 'broker_failed', 'Failed to create customer with youX'],
    ['sends-nowhere', 'no_redirect', 'Failed to create customer or no redirect URL received.'],
  ] as const)(
    'ERR-04 FIN-04 a broker that %s: the exact message, and the dealer has the lead',
    async (faultMode, code, message) => {
      broker.behave(faultMode);
      const { status, body } = await create();
      expect({ status, error: body.error }).toEqual({
        status: 503,
        error: { code, message, phone: expect.stringMatching(/\d/) },
      });
      expect(await setup.leads()).toHaveLength(1);
      expect((await setup.outbox()).length).toBeGreaterThan(0);
      broker.behave('answers');
      expect(await create()).toMatchObject({ status: 201 });
      expect(await setup.leads()).toHaveLength(1);
    },
  );

  it('FIN-04 an address elsewhere is none, and logged by no one', async () => {
    for (const address of ['https://evil.example/start?key=secret', 'javascript:alert(1)', '/start']) {
      setup.services.broker = {
        name: 'youX',
        origins: [ORIGIN],
        client: { ...broker, createCustomer: async () => ({ kind: 'created', redirectUrl: address }) },
      };
      expect(await create()).toMatchObject({ status: 503, body: { error: { code: 'no_redirect' } } });
    }
    const log = setup.logged.join('\n');
    for (const secret of ['secret', 'evil', 'Quillfeather', '412345678', '412 345', 'example.com', '"4006"'])
      expect(log).not.toContain(secret);
  });

  it('FIN-04 a broker that throws is one that failed', async () => {
    setup.services.broker = {
      name: 'youX',
      origins: [ORIGIN],
      client: {
        ...broker,
        createCustomer: () => Promise.reject(new Error('annabel.quillfeather@example.com')),
      },
    };
    expect(await create()).toMatchObject({ status: 503, body: { error: { code: 'broker_failed' } } });
    expect(setup.logged.join('')).not.toContain('annabel');
  });

  it('FIN-04 a lead caught by the honeypot creates no customer', async () => {
    expect(await create({}, { [FORM_EXTRAS.honeypot]: 'x' })).toMatchObject({ status: 503 });
    expect(broker.customers).toEqual([]);
    expect(await setup.leads()).toHaveLength(1);
  });

  it.each([
    [{ purchasePrice: 9_999 }, 'purchasePrice'],
    [{ purchasePrice: 200_001 }, 'purchasePrice'],
    [{ loanTerm: 8 }, 'loanTerm'],
    [{ selfAssessedCreditScore: 'BEST' }, 'selfAssessedCreditScore'],
    [{ phoneNumber: '12' }, 'phone'],
    [{ email: 'ann' }, 'email'],
    [{ firstName: 'A'.repeat(81) }, 'name'],
    [{ postCode: '40' }, 'postcode'],
  ])('FIN-16 %j is refused with the field, before the broker knows', async (data, field) => {
    const { status, body } = await create(data);
    expect(status).toBe(422);
    expect(Object.keys(body.error.fields)).toEqual([field]);
    expect(await setup.leads()).toEqual([]);
    expect(broker.customers).toEqual([]);
  });

  it('FIN-16 bodies of any other shape are the client’s mistake', async () => {
    for (const body of ['', '{', '[]', '{"data":7}', '{"data":{"email":{}}}', '{"additionalData":{}}']) {
      const response = await respondToCustomer(setup.services, setup.dealer, post(body), undefined);
      expect(response.status).toBe(400);
    }
    expect(await create({}, { lead_attributes: 'x', __proto__: { a: 1 }, name: 'Mallory' })).toMatchObject({
      status: 201,
    });
    expect(broker.customers[0]?.data.firstName).toBe('Annabel');
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    for (const attributes of [`{"visited_pages":${deep}}`, `{"linked_query_params":{"a":${deep}}}`]) {
      const body = `{"data":{},"additionalData":{"lead_attributes":${attributes}}}`;
      const response = await respondToCustomer(setup.services, setup.dealer, post(body), undefined);
      expect(response.status).toBe(422);
    }
  });

  it('FIN-04 without a broker the quick quote is a lead', async () => {
    setup.services.broker = undefined;
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.redirectUrl).toBeUndefined();
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FIN-19 the popup takes only a verified phone, on every way in', async () => {
    const { dealer } = setup;
    setup.dealer = { ...dealer, finance: { ...dealer.finance, quickQuote: 'popup' } };
    for (const phone_token of [undefined, '', 'made-up'])
      expect(await create({}, { phone_token })).toMatchObject({
        status: 422,
        body: { error: { fields: { phone: 'Verify your phone number with the code we send you.' } } },
      });
    expect(await setup.leads()).toEqual([]);
    expect(broker.customers).toEqual([]);
  });

  it('FIN-02 a site without a quick quote takes none', async () => {
    const { dealer } = setup;
    setup.dealer = { ...dealer, finance: { ...dealer.finance, quickQuote: 'off' } };
    expect(await create()).toMatchObject({ status: 404, body: { error: { code: 'form_off' } } });
  });
});
