import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { publishFolder } from '#src/publishing/store/publish-folder.ts';
import { readPointer, rollbackSite } from '#src/publishing/store/published-releases.ts';
import { startCdn } from '../fixtures/cdn-front.ts';
import { ask } from '../fixtures/http-site.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';
import { siteFolder, smallSite } from '../fixtures/small-site.ts';

const SITE = 'riverbend';

let s3: Awaited<ReturnType<typeof startS3>>;
let cdn: Awaited<ReturnType<typeof startCdn>>;
let store: ObjectStorage;
/** The key value store of the CDN, filled from `npm run releases -- previews live`. */
const live = new Map<string, string>();

beforeAll(async () => {
  s3 = await startS3();
  store = await openStorage(`s3://${BUCKET}/previews`, s3.variables);
  cdn = await startCdn(`${s3.origin}/previews`, live);
});
afterAll(async () => {
  store.close();
  await cdn.stop();
  await s3.stop();
});

async function publish(title: string, release: string) {
  const { folder, remove } = siteFolder(smallSite(title));
  await publishFolder(folder, store, { site: SITE, release, encoding: 'gzip' });
  remove();
}
const follow = async () => {
  live.set(SITE, (await readPointer(store, SITE))?.release ?? '');
};
const get = async (path: string, site = SITE) => {
  const { status, headers, body } = await ask(cdn.port, { path, host: `${site}.preview.example.com` });
  return { status, type: headers['content-type'], cache: headers['cache-control'], text: body };
};

it('PLAT-04 behind a CDN every address of the site has its page, with type and cache header, and follows the pointer', async () => {
  await publish('one', 'r1');
  await follow();
  const html = { status: 200, type: 'text/html;charset=utf-8', cache: 'public, max-age=0, must-revalidate' };
  expect(await get('/')).toMatchObject({ ...html, text: expect.stringContaining('<title>one') });
  expect(await get('/about-us/index.html')).toMatchObject({
    ...html,
    text: expect.stringContaining('<title>About'),
  });
  expect(await get('/about-us')).toMatchObject({ ...html, text: expect.stringContaining('<title>About') });
  expect(await get('/about-us/team/')).toMatchObject({ ...html, text: expect.stringContaining('of one') });
  expect(await get('/_astro/one.js')).toMatchObject({
    status: 200,
    type: 'text/javascript',
    cache: 'public, max-age=31536000, immutable',
  });
  expect(await get('/none')).toMatchObject({ status: 404 });
  expect(await get('/', 'unknown')).toMatchObject({ status: 404 });

  await publish('two', 'r2');
  expect((await get('/')).text).toContain('<title>one');
  await follow();
  expect((await get('/')).text).toContain('<title>two');
  // A page of before the change asks for its own script.
  expect((await get('/_astro/one.js')).status).toBe(200);
  await rollbackSite(store, SITE);
  await follow();
  expect((await get('/')).text).toContain('<title>one');
});
