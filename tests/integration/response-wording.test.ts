import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { localBroker } from '#src/features/finance/server/broker/local-broker.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { localSms } from '#src/platform/sms/local-sms.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { inputSchemaOf } from '../../scripts/reference/json-schema.ts';
import { ask } from '../fixtures/http-site.ts';
import { startRenderedSites } from '../fixtures/rendered-site.ts';

/** Words of valibot, JSON.parse, SQLite, Postgres, Meilisearch, undici, sharp and Node. */
const LIBRARY =
  /Invalid (?:type|key|length|value|format|enum|integer|union|JSON)|Expected .+ but received|\b\w*Error:|Unexpected (?:token|end|non-whitespace)|in JSON at|is not a function|Cannot read prop|\bE[A-Z]{4,}\b|SQLITE|constraint|syntax error|violates|[Mm]eilisearch|valibot|undici|kysely|fetch failed|Input buffer|node:|node_modules|\n\s+at |\.ts:\d/;

const WRONG = ['x', '', 5, -1, 1e300, true, null, [], ['x'], {}, { a: { b: 1 } }, 'x'.repeat(3000), '\u0000'];
const WHOLES = [
  '',
  '{',
  '[',
  'null',
  '5',
  '"x"',
  '[]',
  '{}',
  '[{}]',
  '{"a":',
  '{"requests":[5]}',
  '\ufeff{}',
];

let site: Awaited<ReturnType<typeof startRenderedSites>>;
beforeAll(async () => {
  site = await startRenderedSites(inject('pagesEntry'), {
    open: { 'finance.quickQuote': 'page', 'account.signIn': true },
  });
  site.services.broker = {
    name: 'youX',
    origins: ['https://a.example'],
    client: localBroker('https://a.example/'),
  };
  site.services.sms = localSms(site.services.clock);
});
afterAll(() => site.stop());

const addressOf = (path: string, value: string) =>
  path.replace('{form}', 'contact').replace(/\{[\w ]+\}/g, encodeURIComponent(value));

/** Each key of the body with each wrong value, the others as in the example. */
function bodiesOf({ request, sample = {} }: Endpoint): string[] {
  const properties = (request && inputSchemaOf(request).properties) ?? {};
  const keys = new Set([...Object.keys(properties), ...Object.keys(sample)]);
  return [...keys].flatMap((key) => WRONG.map((value) => JSON.stringify({ ...sample, [key]: value })));
}

async function send({ method, path }: Endpoint, type: string, body: string, value = 'x') {
  const headers = { 'Content-Type': type, Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const got = await ask(site.port, {
    ...{ method, host: 'open.localhost', path: addressOf(path, value) },
    ...(method === 'POST' && { body: Buffer.from(body) }),
    headers,
  });
  return { ...got, said: got.headers['content-type']?.includes('html') ? '' : got.body };
}

const POSTS = ENDPOINTS.filter(({ method }) => method === 'POST').map((each) => [each.path, each] as const);
const GETS = ENDPOINTS.filter(({ method }) => method === 'GET').map((each) => [each.path, each] as const);

it.each(POSTS)('ERR-07 POST %s refuses wrong bodies in words of ours', async (_, endpoint) => {
  for (const body of [...WHOLES, ...bodiesOf(endpoint)]) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const { status, said } = await send(endpoint, type, body);
      const about = `${type} ${body.slice(0, 200)}`;
      expect([about, status < 500 || status === 503]).toEqual([about, true]);
      expect([about, LIBRARY.exec(said)?.[0]]).toEqual([about, undefined]);
    }
  }
});

it.each(GETS)('ERR-07 GET %s refuses wrong values in words of ours', async (_, endpoint) => {
  for (const value of ['', '-1', '1e999', '%', '\u0000', "' or 1=1", '[]', '../..', 'x'.repeat(3000), '🚗']) {
    const { status, said } = await send(endpoint, 'application/json', '', value);
    expect([value, status < 500 || status === 503]).toEqual([value, true]);
    expect([value, LIBRARY.exec(said)?.[0]]).toEqual([value, undefined]);
  }
});

it('ERR-07 the sweep would notice words of a library', () => {
  for (const text of [
    'Invalid type: Expected number but received "x"',
    'Invalid key: Expected "loanTerm" but received undefined',
    'Unexpected token \'x\', "x" is not valid JSON',
    'connect ECONNREFUSED 127.0.0.1:7700',
    'SQLITE_CONSTRAINT: NOT NULL constraint failed: leads.id',
    'TypeError: fetch failed',
  ])
    expect(LIBRARY.test(text)).toBe(true);
});
