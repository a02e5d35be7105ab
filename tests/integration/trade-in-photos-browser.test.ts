import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_FULL } from '../extent.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { buildForTest, formBody, startServer } from '../fixtures/lead-site.ts';
import { CONDITION, DETAILS, VEHICLE } from '../fixtures/valuation-journey.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
/** As a phone takes them: on their side, no two alike, the first of 12 megapixels. */
let phonePhotos: File[];

/**
 * Width of each photo in its order, px. The server wants none above 2,560; to shrink ten large ones takes a minute.
 */
const LARGE_PX = 4032;
const WIDTHS_PX = IS_FULL
  ? [...Array<number>(4).fill(LARGE_PX), ...Array<number>(6).fill(3000)]
  : [LARGE_PX, 2640, 2640, 2640, ...Array<number>(6).fill(1280)];

/** So many of the large ones are shrunk by the slow phone; a slowed processor is one that spins. */
const SLOWLY = 2;
/** Where the small ones begin. */
const LAST_LARGE = 3;

async function takePhoto(width: number, at: number): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const small = await sharp({ create: { width: 252, height: 189, channels: 3, background: '#456', noise } })
    .png()
    .toBuffer();
  const buffer = await sharp(small)
    .resize({ width, height: (width * 3) / 4 })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name: `IMG_${at + 1}.jpg`, mimeType: 'image/jpeg', buffer };
}

beforeAll(async () => {
  const { outDir } = await buildForTest();
  site = await startServer(outDir, { env: { REGO_URL: 'made-up', VALUATION_URL: 'made-up' } });
  browser = await launchBrowser();
  phonePhotos = [];
  for (const [at, width] of WIDTHS_PX.entries()) phonePhotos.push(await takePhoto(width, at));
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const stored = () => {
  const folder = join(site.dataDir, 'trade-in-photos');
  return (existsSync(folder) ? readdirSync(folder) : []).map((name) => join(folder, name));
};

/** @returns the path of the photos of a valuation that the dealer has */
async function sentValuation(): Promise<string> {
  const begun = await site.ask({ path: '/value-my-car', ...formBody({ no_plate: 'on' }) });
  const start = `/value-my-car/${begun.headers.location?.split('/')[2]}`;
  for (const [step, values] of Object.entries({ vehicle: VEHICLE, condition: CONDITION, details: DETAILS })) {
    expect((await site.ask({ path: `${start}/${step}`, ...formBody(values) })).status).toBe(303);
  }
  return `${start}/photos`;
}

async function atPhotos(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  await page.goto(`http://riverbend.localhost:${site.port}${await sentValuation()}`, { waitUntil: 'load' });
  if (options.javaScriptEnabled !== false) await page.getByText('up to 8 MB each').waitFor();
  return page;
}

/** A slowed processor on a busy machine. */
const SLOW_PHONE_MS = 500_000;

const choose = (page: Page, files: File[]) => page.getByLabel('Photos of your vehicle').setInputFiles(files);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isPhotosPost = (url: URL) => url.pathname.endsWith('/photos');
const named = (page: Page) => page.getByRole('alert').getByRole('listitem').allTextContents();

it('FORM-10 ten phone photos are shrunk and sent one at a time from a slow phone', async () => {
  const page = await atPhotos();
  let atOnce = 0;
  let most = 0;
  let sent = 0;
  const counting = (by: number) => (request: Request) => {
    if (request.method() !== 'POST' || !isPhotosPost(new URL(request.url()))) return;
    atOnce += by;
    most = Math.max(most, atOnce);
    if (by < 0) sent += 1;
  };
  page.on('request', counting(1));
  page.on('requestfinished', counting(-1));
  // By their paths: the browser reads them itself, as a phone's does.
  const folder = mkdtempSync(join(tmpdir(), 'phone-photos-'));
  const paths = phonePhotos.map(({ name }) => join(folder, name));
  for (const [at, path] of paths.entries()) writeFileSync(path, phonePhotos[at]?.buffer ?? '');
  await page.getByLabel('Photos of your vehicle').setInputFiles(paths);
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const before = stored().length;
  await press(page, 'Add photos');
  await expect.poll(() => sent, { timeout: SLOW_PHONE_MS }).toBeGreaterThanOrEqual(SLOWLY);
  if (!IS_FULL) await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.getByText('10 of 10 photos added.').waitFor({ timeout: SLOW_PHONE_MS });
  rmSync(folder, { recursive: true });
  expect(most).toBe(1);
  expect(stored()).toHaveLength(before + 10);
  await page.context().close();
});

it('FORM-10 a page reloaded while it sends loses no sent photo, and the same photos again are not duplicated', async () => {
  const page = await atPhotos();
  let posts = 0;
  await page.route(isPhotosPost, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    // The third hangs, as on a bad line.
    return posts === 3 ? undefined : route.continue();
  });
  const before = stored().length;
  const photos = phonePhotos.slice(LAST_LARGE, LAST_LARGE + 4);
  await choose(page, photos);
  await press(page, 'Add photos');
  await page.getByRole('status').getByText('Sending photo 3 of 4…').waitFor();
  await expect.poll(() => posts).toBe(3);
  await page.reload();
  await page.getByText('2 of 10 photos added.').waitFor();
  await page.getByText('up to 8 MB each').waitFor();
  await choose(page, photos);
  await press(page, 'Finish');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(stored()).toHaveLength(before + 4);
  await page.context().close();
});

it('FORM-10 failed photos are named with the reason; a busy server is retried; Cancel ends it', async () => {
  const page = await atPhotos();
  let posts = 0;
  await page.route(isPhotosPost, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    if (posts === 1) return route.abort();
    if (posts === 2) return route.fulfill({ status: 503, headers: { 'Retry-After': '1' } });
    return posts === 5 ? undefined : route.continue();
  });
  const [one, two, three] = phonePhotos.slice(LAST_LARGE + 1) as [File, File, File];
  const heic = { name: 'IMG_9.heic', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') };
  const large = { ...heic, name: 'large.heic', buffer: Buffer.alloc(9 * 1024 * 1024) };
  await choose(page, [one, heic, large, two, three]);
  await press(page, 'Add photos');
  await page.getByRole('status').getByText('Sending photo 4 of 5…').waitFor();
  await expect.poll(() => posts).toBe(5);
  await press(page, 'Cancel');
  await expect
    .poll(() => named(page))
    .toEqual([
      '“IMG_9.heic”: Choose photos as JPEG, PNG or WebP.',
      '“large.heic”: This photo is larger than 8 MB and couldn’t be shrunk.',
      '“IMG_6.jpg”: You cancelled this upload.',
      '“IMG_7.jpg”: You cancelled this upload.',
    ]);
  await page.getByText('1 of 5 photos are added. 4 photos were not sent.').waitFor();
  await page.reload();
  await page.getByText('1 of 10 photos added.').waitFor();
  await page.context().close();
});

it('FORM-10 without scripts several photos are posted together, within the limits on the page', async () => {
  const page = await atPhotos({ javaScriptEnabled: false });
  await page.getByText('Up to 8 MB at a time').waitFor();
  const small = async (name: string, background: string): Promise<File> => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  });
  const bad = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('notes') };
  await choose(page, [await small('front.jpg', '#456'), bad, await small('back.jpg', '#654')]);
  await press(page, 'Add photos');
  await page.getByText('“notes.jpg” was not added. Choose photos as JPEG, PNG or WebP.').waitFor();
  await page.getByText('2 of 10 photos added.').waitFor();
  await choose(page, [{ ...bad, buffer: Buffer.alloc(9 * 1024 * 1024) }]);
  await press(page, 'Add photos');
  await page.getByText('These photos are more than 8 MB together, so none was added.').waitFor();
  await page.getByText('2 of 10 photos added.').waitFor();
  await page.context().close();
});
