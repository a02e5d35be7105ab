import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { METRICS_PATH, STATUS_PATH } from '#src/server/status/operator-access.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, startServer } from '../fixtures/lead-site.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const ADDRESS = '203.0.113.77';
const PLATE = 'QLF77X';
/** As long as the ids in links to reservations, payments and valuations. */
const LINK = 'Quillfeather-annabel-01234567890'.slice(0, 32);
const TEXTS = [
  ...[LEAD.name, LEAD.last_name, LEAD.email, LEAD.message, LEAD.phone, '0412345678', '0412 345 678'],
  ...['412345678', ADDRESS, PLATE, LINK],
];
const FORBIDDEN = TEXTS.flatMap((text) => [
  text.toLowerCase(),
  encodeURIComponent(text).toLowerCase(),
  Buffer.from(text).toString('base64').toLowerCase(),
]);

const QUERY = `?${new URLSearchParams({ ...LEAD, q: LEAD.last_name, plate: PLATE, to: LEAD.email })}`;
const HEADERS = {
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': `${LEAD.name} ${LEAD.last_name}`,
  Referer: `https://example.com/${LEAD.email}`,
  'X-Request-Id': '0412345678',
  'X-Forwarded-For': ADDRESS,
  Cookie: `forecourt_session=${LEAD.email}; forecourt_visit=landing=/${LEAD.last_name}; name=${LEAD.name}`,
  'Accept-Language': LEAD.last_name,
};
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** Bodies of the endpoint: accepted where possible, with a person in every field, cut off, and as a form. */
function bodiesOf(sample: Readonly<Record<string, unknown>> = {}): [string, string][] {
  const valid = { ...sample, ...LEAD, submission_key: crypto.randomUUID() };
  const hostile = Object.fromEntries(
    Object.keys(valid).map((name) => [name, `${LEAD.last_name} ${LEAD.email}`]),
  );
  const plate = { ...sample, rego: PLATE, registration: PLATE, state: 'QLD' };
  return [
    [JSON_TYPE, JSON.stringify(valid)],
    [JSON_TYPE, JSON.stringify(hostile)],
    [JSON_TYPE, JSON.stringify(plate)],
    [JSON_TYPE, `{"email":"${LEAD.email}","name":${LEAD.last_name}`],
    [JSON_TYPE, JSON.stringify([LEAD.email])],
    [FORM_TYPE, `${new URLSearchParams(LEAD)}`],
    [FORM_TYPE, `${new URLSearchParams({ ...LEAD, phone: '0412345678', plate: PLATE, code: '123456' })}`],
    [`${FORM_TYPE}; charset=${LEAD.last_name}`, `name=%zz${LEAD.last_name}`],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="${LEAD.email}"\r\n\r\n${LEAD.name}`,
    ],
  ];
}

const IN_PATHS = ['contact', LINK, encodeURIComponent(LEAD.email), '0412345678', `${LEAD.last_name}%00`];

function requestsOfEndpoints(): Sent[] {
  return ENDPOINTS.flatMap(({ method, path, sample }) =>
    IN_PATHS.flatMap((word): Sent[] => {
      const filled = path.replace(/\{[^}]*\}/g, word).replace(/\?.*$/, '') + QUERY;
      if (method === 'GET') return [{ path: filled }];
      return bodiesOf(sample).map(([type, body]) => ({
        ...{ path: filled, method, body },
        headers: { 'Content-Type': type },
      }));
    }),
  );
}

const DYNAMIC = [
  ...['/search/', '/cars/', '/images/', '/enquire/', '/value-my-car/', '/save-search/', '/reservations/'],
  ...['/online-payment/', '/checkout-journey/', '/save-search/confirm/', '/_astro/', '/api/', '/-/', '/'],
];

function requestsOfPages(): Sent[] {
  const dealer = demoDealers().find(({ slug }) => slug === 'riverbend');
  if (!dealer) throw new Error('No dealer file of riverbend.');
  const pages = siteRoutes(dealer).map(({ path }) => path);
  const reads = [
    ...pages.flatMap((path) => [path, `${path}/${LINK}`]),
    ...DYNAMIC.flatMap((start) => IN_PATHS.map((word) => start + word)),
  ];
  const posts = [
    ...pages,
    ...DYNAMIC.flatMap((start) => [start + LINK, `${start}${LINK}/photos`, `${start}contact`]),
  ];
  return [
    ...reads.map((path) => ({ path: path + QUERY })),
    ...posts.flatMap((path) =>
      bodiesOf().map(([type, body]) => ({
        path: path + QUERY,
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      })),
    ),
  ];
}

const AT_ONCE = 8;

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  const { outDir } = await buildForTest();
  server = await startServer(outDir, {
    env: {
      ...{ HEALTH_TOKEN, ACCESS_LOG: 'yes', LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1' },
      ...{
        REGO_URL: 'made-up',
        VALUATION_URL: 'made-up',
        DELIVERY_PRICE_URL: 'made-up',
        BROKER_URL: 'made-up',
      },
      // Refuse every connection, so that failures are logged too.
      ...{ SMS_URL: 'http://127.0.0.1:9', SMS_ACCOUNT: 'AC1', SMS_KEY: 'k', SMS_FROM: 'Riverbend' },
      ...{ DEALER_RIVERBEND_CRM_KEY: 'k'.repeat(32), MEILI_HOST: 'http://127.0.0.1:9' },
    },
  });
});
afterAll(() => server.stop());

async function sendAll(requests: readonly Sent[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const left = [...requests];
  const sendOn = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const asked = { ...next, headers: { ...HEADERS, ...next.headers } };
      const { status } = await server.ask(asked).catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  return statuses;
}

const found = (text: string) => {
  const lines = text.split('\n');
  return lines.filter((line) => FORBIDDEN.some((word) => line.toLowerCase().includes(word)));
};

it('PLAT-02 FORM-11 whatever requests hold of a person, neither log, metrics nor status repeat it', async () => {
  const requests = [...requestsOfEndpoints(), ...requestsOfPages()];
  const statuses = await sendAll(requests);
  const log = server.output();
  const lines = log.split('\n').filter((line) => line.includes('"msg":"request'));
  // Each has its line; some were really accepted, others refused in many ways.
  expect(lines.length).toBeGreaterThan(requests.length * 0.95);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 303, 400, 404, 405, 415, 422]));
  expect(log).toContain('lead stored');
  expect(found(log)).toEqual([]);

  const bearer = { Authorization: `Bearer ${HEALTH_TOKEN}` };
  for (const path of [METRICS_PATH, STATUS_PATH]) {
    const { status, body } = await server.ask({ path, headers: bearer });
    expect(status).toBe(200);
    expect(found(body), path).toEqual([]);
    expect(body).not.toContain('Its release cannot be read.');
  }
});
