import { open } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  KOOKABURRA,
  RIVERBEND,
  renderedAddress,
  SITE_FILES,
  startSite,
  writeSites,
} from '../fixtures/http-site.ts';

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  site = await startSite(async () => undefined);
});
afterAll(() => site.stop());

const ABOUT = { path: '/about-us' };

describe('compression and caching', () => {
  it.each([
    ['br', 'gzip, deflate, br', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['nothing', undefined, undefined],
  ])('PLAT-02 a page is sent compressed with %s', async (_name, accepts, encoding) => {
    const answer = await site.ask({ ...ABOUT, headers: accepts ? { 'Accept-Encoding': accepts } : {} });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.headers['content-type']).toBe('text/html;charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it.each(['/about-us/index.html.br', '/about-us/index.html.gz'])(
    'PLAT-02 the compressed copy %s has no address',
    async (path) => {
      expect((await site.ask({ path })).status).toBe(404);
    },
  );

  it('PLAT-02 each encoding has its own ETag, and an unchanged page is a 304', async () => {
    const br = await site.ask({ ...ABOUT, headers: { 'Accept-Encoding': 'br' } });
    const plain = await site.ask(ABOUT);
    expect(br.headers.etag).not.toBe(plain.headers.etag);
    const again = await site.ask({ ...ABOUT, headers: { 'If-None-Match': String(plain.headers.etag) } });
    expect(again).toMatchObject({ status: 304, body: '' });
    const stale = await site.ask({ ...ABOUT, headers: { 'If-None-Match': 'W/"1-1"' } });
    expect(stale.status).toBe(200);
  });

  it('PLAT-02 hashed assets are immutable and the same for every dealer', async () => {
    for (const host of [RIVERBEND, KOOKABURRA]) {
      const answer = await site.ask({ path: '/_astro/site.abc123.js', host });
      expect(answer.body).toBe(SITE_FILES['riverbend/_astro/site.abc123.js']);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('PLAT-20 FORM-04 a response that sets the cookie of a visit is for its own client, and files set none', async () => {
    for (const path of ['/about-us', '/about-us/', '/enquire/live', '/no-such-page']) {
      const { headers } = await site.ask({ path: `${path}?utm_source=mail` });
      expect(headers['set-cookie']?.join()).toContain('utm_source=mail');
      expect(headers['cache-control']).toMatch(/^private|no-store/);
    }
    for (const path of ['/_astro/site.abc123.js', '/robots.txt']) {
      const { headers } = await site.ask({ path: `${path}?utm_source=mail` });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it.each(['bytes=0-5', 'bytes=-5', 'bytes=0-1,4-6', 'bytes=999999-', 'bytes=x'])(
    'PLAT-02 a range of a page (%s) is answered with the full page',
    async (range) => {
      const answer = await site.ask({ ...ABOUT, headers: { Range: range } });
      expect(answer.status).toBe(200);
      expect(answer.body).toBe(SITE_FILES['riverbend/about-us/index.html']);
    },
  );

  it.each([
    ['longer', -10],
    ['shorter', 10],
  ])(
    'PLAT-02 a file written over by a %s one while it is read is never sent beyond or below its length',
    async (_, by) => {
      const whole = SITE_FILES['riverbend/about-us/index.html'] ?? '';
      const handle = await open('package.json');
      const looks = vi.spyOn(Object.getPrototypeOf(handle), 'stat');
      await handle.close();
      looks.mockImplementation(async () => ({
        isFile: () => true,
        size: whole.length + by,
        mtime: new Date(0),
      }));
      const answer = await site.ask(ABOUT).catch((error: NodeJS.ErrnoException) => error.code);
      looks.mockRestore();
      expect(answer).toEqual(by > 0 ? 'ECONNRESET' : expect.objectContaining({ body: whole.slice(0, by) }));
    },
  );

  it('PLAT-02 a page published while the server runs is served completely', async () => {
    const longer = `<h1>Published</h1>${'again '.repeat(2000)}`;
    writeSites(site.sitesFolder, {
      'kookaburra-cars/news/index.html': longer,
      'kookaburra-cars/about-us/index.html': longer,
      'riverbend/_astro/later.def456.js': 'export {};',
    });
    for (const path of ['/news', '/about-us']) {
      expect((await site.ask({ path, host: KOOKABURRA })).body).toBe(longer);
    }
    expect((await site.ask({ path: '/_astro/later.def456.js' })).status).toBe(200);
  });

  it('LOC-03 LOC-11 the directory is a file; a search of it is rendered', async () => {
    const asking = await startSite(async (request) => new Response(renderedAddress(request)));
    writeSites(asking.sitesFolder, { 'riverbend/dealer-locator/index.html': 'the file' });
    const bodyAt = async (query: string) => (await asking.ask({ path: `/dealer-locator${query}` })).body;
    for (const query of ['', '?utm_source=mail', '?locationQuery=', '?locationQuery=&near='])
      expect(await bodyAt(query)).toBe('the file');
    for (const query of ['?locationQuery=valley', '?near=4006', '?locationQuery=&near=4006'])
      expect(await bodyAt(query)).toBe(`/tenants/riverbend/dealer-locator${query}`);
    await asking.stop();
  });
});

/** Where a traversal might lead: out of the sites, into another dealer, or to the prefix. */
const TARGETS = [
  'secret.txt',
  'sites/kookaburra-cars/only-here/index.html',
  'kookaburra-cars/only-here/index.html',
  'kookaburra-cars/only-here',
  'etc/passwd',
];
const UPS = ['..', '%2e%2e', '.%2e', '%2e.', '%252e%252e', '....', '..;', '%c0%ae%c0%ae', '%uff0e%uff0e'];
const SEPARATORS = ['/', '%2f', '%5c', '\\', '%252f', '//'];
const DEPTHS = [1, 2, 4];
const PREFIXES = ['/', '/_astro/', '/about-us/'];

const payloads = PREFIXES.flatMap((prefix) =>
  UPS.flatMap((up) =>
    SEPARATORS.flatMap((separator) =>
      DEPTHS.flatMap((depth) => TARGETS.map((to) => `${prefix}${`${up}${separator}`.repeat(depth)}${to}`)),
    ),
  ),
);

describe('other folders', () => {
  it(`PLAT-02 none of ${payloads.length} traversals shows a file that is not the dealer's`, async () => {
    expect(payloads.length).toBeGreaterThan(100);
    for (const path of payloads) {
      const answer = await site.ask({ path });
      expect.soft([400, 404, 301], path).toContain(answer.status);
      expect.soft(answer.body, path).not.toMatch(/outside the sites|Kookaburra alone|root:/);
    }
  });

  it.each([
    ['/about-us%00.html'],
    ['/.env'],
    ['/.git/config'],
    ['/about-us/.htaccess'],
    ['/%2eenv'],
    ['/only-here'],
    ['/only-here/index.html'],
    ['/kookaburra-cars/only-here'],
    ['/file:///etc/passwd'],
    ['/C:/secret.txt'],
  ])('PLAT-02 %s is not served to riverbend', async (path) => {
    writeSites(site.sitesFolder, { 'riverbend/.env': 'SECRET', 'riverbend/.git/config': 'SECRET' });
    const answer = await site.ask({ path });
    expect([400, 404]).toContain(answer.status);
  });

  it('PLAT-02 a dealer is not served the pages of one whose slug begins with its own', async () => {
    writeSites(site.sitesFolder, { 'riverbend-2/x/index.html': 'another dealer' });
    for (const path of ['/../riverbend-2/x', '/..%2friverbend-2/x', '/-2/x']) {
      expect((await site.ask({ path })).body).not.toContain('another dealer');
    }
  });
});
