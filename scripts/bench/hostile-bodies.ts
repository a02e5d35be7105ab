import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import { ENDPOINTS } from '#src/wire/endpoints.ts';
import { FORM_EXTRAS } from '#src/wire/leads.ts';

/** One request as bytes on the wire; `ends` hangs up after it, as it says less than it announced. */
export type HostileRequest = { bytes: Buffer; path: string; ends: boolean };

const FORMS = [...Object.keys(LEAD_FORMS), 'none', 'constructor', '__proto__', '%00', 'a%2fb'];

const JOURNEY_STEPS = ['vehicle', 'condition', 'details', 'offer', 'done', '%00'];

/** Every address that takes a body, from the one list of endpoints, and the pages of all forms. */
export const POST_ADDRESSES: readonly string[] = [
  ...new Set([
    ...ENDPOINTS.filter(({ method }) => method === 'POST').flatMap(({ path }) =>
      path.includes('{form}')
        ? FORMS.map((form) => path.replace('{form}', form))
        : [path.replace(/\{\w+\}/g, 'x')],
    ),
    ...FORMS.map((form) => `/enquire/${form}`),
    ...['', '/x', ...JOURNEY_STEPS.map((step) => `/x/${step}`)].map((rest) => `/value-my-car${rest}`),
    '/api/',
    '/enquire/contact?car_id=%00&location_id[]=1',
  ]),
];

const VALID: Readonly<Record<string, string>> = {
  name: 'Annabel',
  last_name: 'Quillfeather',
  email: 'annabel@example.com',
  phone: '0412 345 678',
  postcode: '4006',
  message: 'Is it there?',
};
const FIELDS = [
  ...Object.keys(VALID),
  ...Object.values(FORM_EXTRAS),
  ...[
    'opt_in',
    'terms',
    'car_id',
    'location_id',
    'category',
    'tags',
    'lead_attributes',
    'dealer',
    'requests',
  ],
  ...['rego', 'regoState', 'km', 'offer_price', 'test_drive_date', 'test_drive_time', 'trade_in_id', 'id'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\0',
    '[object Object]',
  ],
];
const NASTY = [
  'a\r\nBcc: b@example.com',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '\u202Etxt.exe',
  'x'.repeat(5000),
  'a@[127.0.0.1]',
  '9'.repeat(400),
  '2026-02-30T25:61',
];

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...NASTY));
const field = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FIELDS) }, text);
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, [], {}, 0, -1, 1e308, true, [[]], { toString: 'x' }, { __proto__: null }),
);
const entries = fc.array(fc.tuple(field, value), { maxLength: 12 });

/** Objects written by hand: `JSON.stringify` would lose "__proto__" and names that come twice. */
const jsonOf = (pairs: readonly (readonly [string, unknown])[]) =>
  `{${pairs.map(([name, held]) => `${JSON.stringify(name)}:${JSON.stringify(held) ?? 'null'}`).join(',')}}`;
const plain = (held: unknown) => (typeof held === 'string' ? held : String(JSON.stringify(held)));
const formOf = (pairs: readonly (readonly [string, unknown])[]) =>
  pairs
    .map(([name, held]) =>
      [name, plain(held)].map((part) => encodeURIComponent(part.toWellFormed())).join('='),
    )
    .join('&');

const withValid = entries.map((pairs) => [...Object.entries(VALID), ...pairs]);
const nested = fc
  .record({
    depth: fc.integer({ min: 1, max: 15_000 }),
    opening: fc.constantFrom('[', '{"a":', '{"__proto__":', '[{"name":'),
  })
  .map(({ depth, opening }) => opening.repeat(depth).slice(0, 60_000));
const jsonBody = fc.oneof(
  { weight: 4, arbitrary: entries.map(jsonOf) },
  { weight: 3, arbitrary: withValid.map(jsonOf) },
  nested,
  fc.json(),
  fc.constantFrom(
    '',
    'null',
    '1e999',
    '"x"',
    '[]',
    '\uFEFF{}',
    `{"${'k'.repeat(60_000)}":"x"}`,
    '{"name":"\\ud800"}',
    'NaN',
  ),
);
const plainBody = fc.oneof(
  { weight: 4, arbitrary: entries.map(formOf) },
  {
    weight: 3,
    arbitrary: withValid.map((pairs) =>
      new URLSearchParams(pairs.map(([name, held]) => [name, plain(held)])).toString(),
    ),
  },
  fc.constantFrom(
    '&'.repeat(60_000),
    'name=%',
    'name=%ff%fe',
    'name[]=1&name[a][b]=2',
    '=',
    'a=1&'.repeat(10_000),
  ),
);

type Body = { type: string; body: Buffer; encoding?: string };
const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 6, arbitrary: jsonBody.map((told) => ({ type: 'application/json', body: Buffer.from(told) })) },
  {
    weight: 6,
    arbitrary: plainBody.map((told) => ({
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(told),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=b',
        ),
        fc.uint8Array({ maxLength: 2000 }),
      )
      .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
  },
  jsonBody.map((told) => ({ type: 'application/json; charset=utf-16', body: Buffer.from(told, 'utf16le') })),
  jsonBody.map((told) => ({
    type: 'application/json',
    body: gzipSync(told),
    encoding: 'gzip',
  })),
  fc
    .constantFrom('text/plain', 'text/xml', '', 'application/jsonp', '*/*', 'application/json, text/plain')
    .map((type) => ({
      type,
      body: Buffer.from(jsonOf(Object.entries(VALID))),
    })),
  fc
    .integer({ min: 65_000, max: 70_000 })
    .map((size) => ({ type: 'application/json', body: Buffer.alloc(size, '{') })),
);

/** How the length of a body is told, rightly or not. */
const framing = fc.oneof(
  { weight: 8, arbitrary: fc.constant('length' as const) },
  { weight: 3, arbitrary: fc.constant('chunked' as const) },
  fc.constantFrom('too-short', 'too-long', 'none', 'bad-chunk', 'not-a-number'),
);

function framed(how: string, told: Buffer): { header: string; sent: Buffer; ends: boolean } {
  const chunked = 'Transfer-Encoding: chunked';
  const size = told.length.toString(16);
  switch (how) {
    case 'chunked':
      return {
        header: chunked,
        sent:
          told.length === 0
            ? Buffer.from('0\r\n\r\n')
            : Buffer.concat([Buffer.from(`${size}\r\n`), told, Buffer.from('\r\n0\r\n\r\n')]),
        ends: false,
      };
    case 'bad-chunk':
      return { header: chunked, sent: Buffer.concat([Buffer.from('zz\r\n'), told]), ends: true };
    case 'too-short':
      return { header: `Content-Length: ${Math.floor(told.length / 2)}`, sent: told, ends: true };
    case 'too-long':
      return { header: `Content-Length: ${told.length + 10}`, sent: told, ends: true };
    case 'not-a-number':
      return { header: 'Content-Length: many', sent: told, ends: true };
    case 'none':
      return { header: 'X-Length: none', sent: told, ends: true };
    default:
      return { header: `Content-Length: ${told.length}`, sent: told, ends: false };
  }
}

const KEY = fc.stringMatching(/^[\w-]{10,70}$/);
const sender = fc.constantFrom(
  'Sec-Fetch-Site: same-origin',
  'Accept: */*',
  'Cookie: forecourt_visit=landing=%ff&gclid=%00; forecourt_visit; =;',
  'Referer: ::::',
  'X-Forwarded-For: 1.2.3.4, , evil',
);

/** Requests that no form sends. The same ones for the same seed. */
export function hostileRequests(host: string, count: number, seed: number): HostileRequest[] {
  const request = fc.record({
    path: fc.constantFrom(...POST_ADDRESSES),
    body,
    how: framing,
    sender,
    key: KEY,
  });
  return fc.sample(request, { seed, numRuns: count }).map(({ path, body: told, how, sender: said, key }) => {
    const { header, sent, ends } = framed(how, told.body);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
      ...(told.type ? [`Content-Type: ${told.type}`] : []),
      ...(told.encoding ? [`Content-Encoding: ${told.encoding}`] : []),
      `Idempotency-Key: ${key}`,
      said,
      header,
    ];
    return { path, ends, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), sent]) };
  });
}
