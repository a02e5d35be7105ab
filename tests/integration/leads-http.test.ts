import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { runs } from '../extent.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, formBody, jsonBody, startServer } from '../fixtures/lead-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

let site: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  const build = await buildForTest();
  site = await startServer(build.outDir);
});

afterAll(async () => {
  await site.stop();
});

const page = (values: Record<string, string>, form = 'contact') =>
  site.ask({ path: `/enquire/${form}`, ...formBody(values) });
const api = (values: unknown, form = 'contact') =>
  site.ask({ path: `/api/leads/${form}`, ...jsonBody(values) });
const key = (n: number | string) => ({ submission_key: `submission-key-${n}` });

describe('without JavaScript', () => {
  it('FORM-01 the page contains the full form', async () => {
    const { status, body } = await site.ask({ path: '/enquire/enquiry' });
    expect(status).toBe(200);
    expect(body).toContain('method="post"');
    expect(body).toContain('action="/enquire/enquiry"');
    for (const name of ['name', 'last_name', 'email', 'phone', 'postcode', 'message', 'opt_in', 'car_id']) {
      expect(body).toContain(`name="${name}"`);
    }
    expect(body).not.toContain('/tenants');
    expect(body).not.toContain(' style="');
  });

  it('FORM-02 the note on the terms leads to their page', async () => {
    const { body } = await site.ask({ path: '/enquire/contact' });
    expect(body).toMatch(/terms and conditions\.[^a-z]*<a href="\/terms-and-conditions">Read the terms<\/a>/);
    expect((await site.ask({ path: '/terms-and-conditions' })).status).toBe(200);
  });

  it('FORM-03 a valid form goes to /success, with the number of its place unless it is about a car', async () => {
    const answer = await page({ ...LEAD });
    expect(answer.status).toBe(303);
    const { location = '' } = answer.headers;
    expect(location).toMatch(/^\/success\?form=contact&lead=[\da-f-]{36}$/);
    const { body } = await site.ask({ path: location });
    expect(body).toContain('Thank you');
    expect(body).toMatch(/href="tel:\d+"[^>]*>\s*Call 07 55/);
  });

  it('FORM-03 /success names what was sent by the form its address names, nothing else in it', async () => {
    const wordsAt = async (query: string) => {
      const { body } = await site.ask({ path: `/success${query}` });
      return /data-success-words[^>]*>([^<]*)</.exec(body)?.[1];
    };
    expect(await wordsAt('?form=careers')).toBe('Your application has reached us.');
    expect(await wordsAt('?form=%3Cb%3Econstructor')).toBe('Your message has reached us.');
    expect(await wordsAt('')).toBe('Your message has reached us.');
  });

  it('FORM-03 /success links to the dealer’s own search', async () => {
    const { body } = await site.ask({ path: '/success', host: 'kookaburra-cars.localhost' });
    expect(body).toMatch(/href="\/search\/used-cars"[^>]*>Keep browsing/);
  });

  it('FORM-02 ERR-03 an invalid one comes back with its values and errors', async () => {
    const { status, body, headers } = await page({
      ...LEAD,
      name: '"><script>alert(1)</script>',
      postcode: '12',
    });
    expect(status).toBe(422);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('Please fix the following errors:');
    expect(body).toContain('role="alert"');
    expect(body).toContain('href="#contact-postcode"');
    expect(body).toContain('Invalid postcode. Please enter a 4-digit number.');
    expect(body).toContain('aria-describedby="contact-postcode-error"');
    expect(body).toContain(`value="${LEAD.email}"`);
    expect(body).not.toContain('<script>alert(1)');
    expect(body).toMatch(/<title>Error: /);
  });

  it('FORM-01 an unknown form is a 404', async () => {
    const read = await site.ask({ path: '/enquire/constructor' });
    const posted = await page(LEAD, 'none');
    for (const { status, body } of [read, posted]) {
      expect(status).toBe(404);
      expect(body).toContain('<form');
      expect(body).not.toContain('tenants');
    }
  });

  it('FORM-01 an unlisted car is reported, with the values kept', async () => {
    const { status, body } = await page({ ...LEAD, car_id: 'gone' }, 'enquiry');
    expect(status).toBe(404);
    expect(body).toContain('This vehicle is no longer listed.');
    expect(body).toContain(`value="${LEAD.email}"`);
    expect(body).toMatch(/name="car_id" value=""|value="" name="car_id"|name="car_id"\/>/);
  });
});

describe('the endpoint', () => {
  it('FORM-03 responds with 201 and the id, the same one for the same submission', async () => {
    const first = await api({ ...LEAD, ...key(1) });
    expect(first.status).toBe(201);
    expect(JSON.parse(first.body)).toEqual({
      lead_id: expect.stringMatching(/^[\da-f-]{36}$/),
      category: 'General Enquiry',
      event_id: 22,
    });
    expect((await api({ ...LEAD, ...key(1) })).body).toBe(first.body);
  });

  it('FORM-11 the same key with another content is a 409', async () => {
    await api({ ...LEAD, ...key(2) });
    const { status, body } = await api({ ...LEAD, ...key(2), name: 'Bob' });
    expect([status, JSON.parse(body).error.code]).toEqual([409, 'submission_changed']);
  });

  it('FORM-11 fifty concurrent posts are one lead', async () => {
    const values = { ...LEAD, message: 'All at once', opt_in: true };
    const answers = await Promise.all(Array.from({ length: 50 }, () => api(values)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  it.each([
    [422, 'contact', { ...LEAD, email: 'x' }, 'invalid_form'],
    [404, 'none', LEAD, 'unknown_form'],
    [404, '__proto__', LEAD, 'unknown_form'],
    [404, 'enquiry', { ...LEAD, car_id: 'gone' }, 'unknown_car'],
  ])('ERR-03 responds with %i to form %s', async (status, form, values, code) => {
    const answer = await api(values, form);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
  });

  it('ERR-03 names every field at fault', async () => {
    expect(JSON.parse((await api({})).body).error.fields).toMatchObject({
      name: 'This is a required field.',
      email: 'This is a required field.',
    });
  });

  it('PLAT-02 a lead belongs to the host it was sent to, whatever it contains', async () => {
    const sent = { ...LEAD, dealer: 'riverbend', dealership_slug: 'riverbend-valley', ...key('tenant') };
    const answer = await site.ask({
      path: '/api/leads/contact',
      ...jsonBody(sent),
      host: 'kookaburra-cars.localhost',
    });
    const db = await openTestDatabase(site.dataDir);
    const lead = await db
      .selectFrom('leads')
      .select(['dealer', 'payload'])
      .where('id', '=', JSON.parse(answer.body).lead_id)
      .executeTakeFirstOrThrow();
    await db.destroy();
    expect(lead.dealer).toBe('kookaburra-cars');
    expect(JSON.parse(lead.payload).dealership_slug).not.toContain('riverbend');
  });

  it('PLAT-02 GET is a 405', async () => {
    expect((await site.ask({ path: '/api/leads/contact' })).status).toBe(405);
  });
});

describe('any input', () => {
  const FIELDS = [...Object.keys(LEAD), 'opt_in', 'car_id', 'location_id'];
  const PROTOTYPE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  const TRAP = FORM_EXTRAS.honeypot;
  const EXTRAS = [
    'visited_pages',
    'linked_query_params',
    'page_path',
    'submission_key',
    TRAP,
    'x',
    ...PROTOTYPE,
  ];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a\r\nBcc: b@example.com', '\u0000', "' or 1=1 --", '{{7*7}}', '<img src=x>', '\ud800'),
  );
  const body = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...FIELDS, ...EXTRAS), fc.oneof(text, fc.jsonValue())),
    },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...EXTRAS), text).map((more) => ({ ...LEAD, ...more })),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const form = fc.constantFrom('enquiry', 'contact', 'none');

  it('ERR-03 random bodies never make it fail', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(form, body, fc.boolean(), async (name, sent, asForm) => {
        const texts = Object.entries(sent ?? {}).map(([k, value]) => [
          k,
          typeof value === 'string' ? value : '',
        ]);
        const { status } = asForm ? await page(Object.fromEntries(texts), name) : await api(sent, name);
        seen.add(status);
        expect(status).toBeLessThan(500);
      }),
      runs(2000),
    );
    expect([...seen]).toEqual(expect.arrayContaining([201, 303, 404, 422]));
  });

  it('ERR-03 bodies that are no JSON or no text are a 422', async () => {
    for (const bytes of ['{', '', '[]', 'null', Buffer.from([0xff, 0xfe, 0x00])]) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await site.ask({ method: 'POST', path: '/api/leads/contact', headers, body: bytes });
      expect(answer.status).toBe(422);
    }
  });

  it.each(['/api/leads/contact', '/enquire/contact'])(
    'ERR-03 an empty body to %s is a 422, without a type a 415',
    async (path) => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const headers = { 'Content-Type': type };
        expect((await site.ask({ method: 'POST', path, headers })).status).toBe(422);
      }
      expect((await site.ask({ method: 'POST', path })).status).toBe(415);
    },
  );

  it.each(FIELDS.slice(0, 4))('ERR-03 a list or an object as %s is a 422', async (field) => {
    for (const value of [[], ['x'], {}, { toString: 'x' }, null]) {
      expect((await api({ ...LEAD, [field]: value })).status).toBe(422);
    }
  });

  it.each(PROTOTYPE)('ERR-03 a body of nothing but %s is a 422', async (name) => {
    for (const value of ['x', { name: 'x', email: 'a@example.com' }, null]) {
      expect((await api(Object.fromEntries([[name, value]]))).status).toBe(422);
    }
    expect((await page(Object.fromEntries([[name, 'x']]))).status).toBe(422);
  });

  it.each(FIELDS)('FORM-02 line breaks in %s reach no single-line value', async (field) => {
    const { status, body: answered } = await api({
      ...LEAD,
      [field]: `${(LEAD as Record<string, string>)[field] ?? ''}\r\nBcc: all@example.com`,
      ...key(`crlf-${field.replace('_', '')}`),
    });
    if (status !== 201) return expect(status).toBeLessThan(500);
    const db = await openTestDatabase(site.dataDir);
    const { payload } = await db
      .selectFrom('leads')
      .select('payload')
      .where('id', '=', JSON.parse(answered).lead_id)
      .executeTakeFirstOrThrow();
    await db.destroy();
    const { message: _, ...lines } = JSON.parse(payload);
    expect(JSON.stringify(lines)).not.toMatch(/\\[rn]/);
  });
});

it('FORM-11 nothing of a person reaches what the server prints', () => {
  expect(site.output()).toContain('lead stored');
  for (const word of ['Annabel', 'Quillfeather', '345678', 'blue one', '@example.com']) {
    expect(site.output()).not.toContain(word);
  }
});
