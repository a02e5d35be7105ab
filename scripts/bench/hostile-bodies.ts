import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { askedFields, plausibleValues } from './asked-fields.ts';

/** One request as raw bytes; `ends` hangs up after it, because its body is shorter than announced. */
export type HostileRequest = { bytes: Buffer; path: string; ends: boolean };

const NO_FORMS = ['none', 'constructor', '__proto__', '%00', 'a%2fb'];

const NOWHERE = ['x', 'x/vehicle', 'x/condition', 'x/details', 'x/offer', 'x/photos', 'x/done', 'x/%00'];

/** Addresses that take a body but no form, and addresses of forms that do not exist. */
const ODD_ADDRESSES: readonly string[] = [
  ...ENDPOINTS.filter(({ method }) => method === 'POST').flatMap(({ path }) =>
    path.includes('{form}')
      ? NO_FORMS.map((form) => path.replace('{form}', form))
      : path.replace(/\{\w+\}/g, 'x'),
  ),
  ...NO_FORMS.map((form) => `/enquire/${form}`),
  ...NOWHERE.map((rest) => `/value-my-car/${rest}`),
  '/api/',
  '/enquire/contact?car_id=%00&location_id[]=1',
];

/** Names that no form has. */
const ODD_NAMES = [
  ...['tags', 'lead_attributes', 'dealer', 'requests', 'offer_price', 'offer_accepted', 'id', 'lead_id'],
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
  ...[
    '0000-01-01T00:00',
    '9999-12-31T23:59',
    '2026-02-30T25:61',
    '2026-07-01T10:30:00Z',
    '-2026-07-01T10:30',
  ],
  ...['0000-01-01', '9999-12-31', '2026-02-30', '24:00', '-0:30'],
  ...['-1', '0', '1e9', '0x10', '9007199254740993', '1,2,3', 'NaN', 'null', 'on', '\u0661\u0662'],
];

const SURROGATES = { from: 0xd800, count: 0x800 };
/** Any code point, as the unit "binary" of fast-check has them, which lists them all for a second. */
const codePoint = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (at) => String.fromCodePoint(at < SURROGATES.from ? at : at + SURROGATES.count),
  (character) => {
    const [one, more] = typeof character === 'string' ? character : [];
    const point = (more === undefined && one?.codePointAt(0)) || -1;
    return point < SURROGATES.from ? point : point - SURROGATES.count;
  },
);
const text = fc.oneof(fc.string({ unit: codePoint }), fc.constantFrom(...NASTY));
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, [], {}, 0, -1, 1e308, true, [[]], { toString: 'x' }, { __proto__: null }),
);

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

const nested = fc
  .record({
    depth: fc.integer({ min: 1, max: 15_000 }),
    opening: fc.constantFrom('[', '{"a":', '{"__proto__":', '[{"name":'),
  })
  .map(({ depth, opening }) => opening.repeat(depth).slice(0, 60_000));
const ODD_JSON = [
  ...['', 'null', '1e999', '"x"', '[]', '\uFEFF{}', '{"name":"\\ud800"}', 'NaN'],
  `{"${'k'.repeat(60_000)}":"x"}`,
];
const ODD_FORMS = [
  ...['name=%', 'name=%ff%fe', 'name[]=1&name[a][b]=2', '='],
  ...['&'.repeat(60_000), 'a=1&'.repeat(10_000)],
];
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'];
const WRONG_TYPES = [
  ...['text/plain', 'text/xml', '', 'application/jsonp', '*/*', 'application/json, text/plain'],
];

/** A part of a multipart body, with its own headers. */
const part = fc
  .record({
    name: text,
    file: text,
    type: fc.constantFrom('image/jpeg', 'text/html', ''),
    bytes: fc.uint8Array(),
  })
  .map(({ name, file, type, bytes }) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n`),
      Buffer.from(`Content-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
  );
const upload = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('--b--', '--b', ''))
  .map(([parts, end]) => Buffer.concat([...parts, Buffer.from(end)]));

type Body = { type: string; body: Buffer; encoding?: string };

/** Bodies for an address with these fields: nearly right, entirely wrong, or of another type. */
function bodyOf(fields: readonly LeadField[]): fc.Arbitrary<Body> {
  const names = [...fields.map(({ name }) => name), ...Object.values(FORM_EXTRAS)];
  const field = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom(...ODD_NAMES),
    text,
  );
  const entries = fc.array(fc.tuple(field, value), { maxLength: 12 });
  const right = Object.entries(plausibleValues(fields));
  // In JSON the last of two equal keys counts; a form sends only one of them.
  const nearlyRight = fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })
    .map((wrong) => [...right.filter(([name]) => !wrong.some(([other]) => other === name)), ...wrong]);
  const json = fc.oneof(
    { weight: 3, arbitrary: entries.map(jsonOf) },
    { weight: 5, arbitrary: nearlyRight.map(jsonOf) },
    nested,
    fc.json(),
    fc.constantFrom(...ODD_JSON),
  );
  const form = fc.oneof(
    { weight: 3, arbitrary: entries.map(formOf) },
    { weight: 5, arbitrary: nearlyRight.map(formOf) },
    fc.constantFrom(...ODD_FORMS),
  );
  const jsonBytes = json.map((told) => Buffer.from(told));
  return fc.oneof(
    { weight: 6, arbitrary: jsonBytes.map((body) => ({ type: 'application/json', body })) },
    {
      weight: 6,
      arbitrary: form.map((told) => ({ type: 'application/x-www-form-urlencoded', body: Buffer.from(told) })),
    },
    { weight: 2, arbitrary: upload.map((body) => ({ type: 'multipart/form-data; boundary=b', body })) },
    fc
      .tuple(fc.constantFrom(...TYPES), fc.uint8Array({ maxLength: 2000 }))
      .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
    json.map((told) => ({ type: 'application/json; charset=utf-16', body: Buffer.from(told, 'utf16le') })),
    json.map((told) => ({ type: 'application/json', body: gzipSync(told), encoding: 'gzip' })),
    fc.constantFrom(...WRONG_TYPES).map((type) => ({ type, body: Buffer.from(jsonOf(right)) })),
    fc
      .integer({ min: 65_000, max: 70_000 })
      .map((size) => ({ type: 'application/json', body: Buffer.alloc(size, '{') })),
  );
}

/** Content-Length headers, right and wrong. */
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

/**
 * Requests that no form sends, to every address that takes a body. The same ones for the same seed.
 * @param valuations ids of running valuations
 */
export function hostileRequests(
  site: { host: string; dealer: DealerConfig; valuations: readonly string[] },
  count: number,
  seed: number,
): HostileRequest[] {
  const asked = askedFields(site.dealer, site.valuations);
  const targets = [
    ...[...asked].map(([path, fields]) => ({ path, body: bodyOf(fields) })),
    ...ODD_ADDRESSES.map((path) => ({ path, body: bodyOf([]) })),
  ];
  const request = fc
    .constantFrom(...targets)
    .chain(({ path, body }) => fc.record({ path: fc.constant(path), body, how: framing, sender, key: KEY }));
  return fc.sample(request, { seed, numRuns: count }).map(({ path, body: told, how, sender: said, key }) => {
    const { header, sent, ends } = framed(how, told.body);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${site.host}`,
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
