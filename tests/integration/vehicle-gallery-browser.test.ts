import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';
import { STOCK } from '../switches/feed.ts';

/** Photos and videos of a vehicle, one by one and as large as the screen. */

const [first = {}] = STOCK;
const photos = ['front', 'rear', 'side', 'inside'];
const FILM = 'https://video.example/g1.webm';
const CAPTIONED = JSON.stringify([{ id: 'front', alt: 'New tyres all around' }, { id: 'rear' }]);
const stock = [
  { ...first, stocknum: 'G1', images: photos.join('|'), video_url: FILM },
  { ...first, stocknum: 'G2', images: photos.join('|'), video_url: 'https://films.example/watch/7' },
  { ...first, stocknum: 'G3', images: photos.join('|'), external_video_url: 'https://vimeo.com/123456789' },
  { ...first, stocknum: 'M5', images: [...photos, 'boot'].join('|') },
  { ...first, stocknum: 'M7', images: [...photos, 'boot', 'wheel', 'key'].join('|') },
  { ...first, stocknum: 'G4', images: `"${CAPTIONED.replaceAll('"', '""')}"` },
];

let cars: RenderedCars;
let picture: Buffer;
beforeAll(async () => {
  cars = await startRenderedCars({}, stock);
  picture = await sharp({ create: { width: 1280, height: 853, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
});
afterAll(() => cars.stop());

const film = readFileSync('public/videos/around-a-ute.webm');
const serveFilms = async (page: Page) => {
  await page.route(FILM, (route) => route.fulfill({ body: film, contentType: 'video/webm' }));
  await page
    .context()
    .route(/films\.example|vimeo\.com/, (route) =>
      route.fulfill({ body: '<title>Film</title>', contentType: 'text/html' }),
    );
};
const open = (car: string, options = {}) =>
  cars.open(`car:${car}`, options, { picture, prepare: serveFilms });

const strip = (page: Page) => page.getByRole('region', { name: /^Photos of/ });
const slide = (page: Page, at: number) => strip(page).getByRole('listitem').nth(at);
const viewer = (page: Page) => page.getByRole('dialog', { name: /^Photos of/ });
/** Which slide the strip shows. */
const shownAt = (page: Page) =>
  strip(page)
    .getByRole('list')
    .evaluate((list) => Math.round(list.scrollLeft / Math.max(1, list.clientWidth)));
const isPaused = (video: Locator) => video.evaluate((each) => (each as HTMLVideoElement).paused);

async function openViewer(page: Page, at: number): Promise<void> {
  await slide(page, at).getByRole('link').press('Enter');
  await viewer(page).getByRole('status').waitFor();
}
const counter = (page: Page) => viewer(page).getByRole('status').textContent();

it('VDP-01 VDP-02 a video that played in the strip keeps its place: it stops once it is left, and photos are counted as before', async () => {
  const { page, complaints, close } = await open('G1');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => shownAt(page)).toBe(1);
  await slide(page, 1)
    .getByRole('link', { name: /^Watch the video/ })
    .click();
  const video = slide(page, 1).locator('video');
  await expect.poll(() => isPaused(video)).toBe(false);
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => shownAt(page)).toBe(2);
  await expect.poll(() => isPaused(video)).toBe(true);

  await openViewer(page, 2);
  expect(await counter(page)).toBe('3 of 5');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => counter(page)).toBe('4 of 5');
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await expect.poll(() => shownAt(page)).toBe(3);

  await openViewer(page, 3);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => counter(page)).toBe('2 of 5');
  await viewer(page)
    .getByRole('link', { name: /^Watch the video/ })
    .click();
  const large = viewer(page).locator('video');
  await expect.poll(() => isPaused(large)).toBe(false);
  await viewer(page).getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => isPaused(large)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-01 a key that is pressed as the viewer opens moves on by one photo', async () => {
  const { page, close } = await open('G1');
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      const opened = document.querySelector('dialog.viewer[open]');
      if (!opened) return;
      observer.disconnect();
      opened.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    }).observe(document.body, { subtree: true, childList: true, attributes: true }),
  );
  await openViewer(page, 3);
  await expect.poll(() => counter(page)).toBe('3 of 5');
  await close();
});

it('VDP-02 a video that plays in the strip stops when a photo is opened over it', async () => {
  const { page, close } = await open('G1');
  await slide(page, 1).scrollIntoViewIfNeeded();
  await slide(page, 1)
    .getByRole('link', { name: /^Watch the video/ })
    .press('Enter');
  const video = slide(page, 1).locator('video');
  await expect.poll(() => isPaused(video)).toBe(false);
  await slide(page, 2)
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await viewer(page).waitFor();
  expect(await isPaused(video)).toBe(true);
  await close();
});

it('VDP-02 the player of a service gives its place back to the link once it is left', async () => {
  const { page, close } = await open('G3');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => shownAt(page)).toBe(1);
  const link = slide(page, 1).getByRole('link', { name: /^Watch the video/ });
  await link.click();
  await slide(page, 1).locator('iframe').waitFor();
  expect(await link.count()).toBe(0);
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => slide(page, 1).locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Previous photo' }).click();
  await link.waitFor();
  await close();
});

it('VDP-01 VDP-02 a video that is a third-party page is a link in strip and viewer, and opens in a new tab', async () => {
  const { page, complaints, close } = await open('G2');
  const follow = async (link: Locator) => {
    const opened = page.waitForEvent('popup');
    await link.click();
    expect((await opened).url()).toBe('https://films.example/watch/7');
  };
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => shownAt(page)).toBe(1);
  await follow(slide(page, 1).getByRole('link', { name: /^Watch the video/ }));
  await openViewer(page, 0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => counter(page)).toBe('2 of 5');
  await follow(viewer(page).getByRole('link', { name: /^Watch the video/ }));
  expect(await page.locator('.gallery-player').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-01 thumbnails share their strip up to the fifth, and scroll beyond it', async () => {
  const { page, close } = await open('M7');
  const {
    strip,
    all,
    first: one,
    gap,
  } = await page.locator('.gallery-thumbs').evaluate((list) => {
    const { paddingLeft, columnGap } = getComputedStyle(list);
    return {
      strip: list.clientWidth - 2 * Number.parseFloat(paddingLeft),
      all: list.scrollWidth > list.clientWidth,
      first: list.firstElementChild?.getBoundingClientRect().width ?? 0,
      gap: Number.parseFloat(columnGap),
    };
  });
  expect(5 * one + 4 * gap).toBeCloseTo(strip, 0);
  expect(all).toBe(true);
  await close();
  const five = await open('M5');
  const isScrolled = five.page
    .locator('.gallery-thumbs')
    .evaluate((list) => list.scrollWidth > list.clientWidth);
  expect(await isScrolled).toBe(false);
  await five.close();
});

it.each([
  { width: 1440, height: 900, to: { width: 1353, height: 900 } },
  { width: 768, height: 1024, to: { width: 768, height: 512 } },
  { width: 1024, height: 768, to: { width: 1024, height: 682 } },
])(
  'VDP-01 the viewer shows a photo as large as a window of $width × $height, though its file is small',
  async ({ to, ...viewport }) => {
    const { page, complaints, close } = await open('G4', { viewport });
    await openViewer(page, 0);
    const photo = viewer(page).locator('.viewer-photo').first();
    await expect
      .poll(async () => {
        const { width = 0, height = 0 } = (await photo.boundingBox()) ?? {};
        return { width: Math.round(width), height: Math.round(height) };
      })
      .toEqual(to);
    expect(complaints).toEqual([]);
    await close();
  },
);

/** Fingers on the screen, each a place; none once they are lifted. */
async function touches(page: Page) {
  const line = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints });
}
/** All at once: on a busy machine two taps in turn would be no double tap. */
async function tapTwice(page: Page, x: number, y: number): Promise<void> {
  const touch = await touches(page);
  const tap = () => [touch('touchStart', { x, y }), touch('touchEnd')];
  await Promise.all([...tap(), ...tap()]);
}
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

it('VDP-01 on a phone a photo has its caption, is zoomed by pinch and double tap, and closed by a swipe down', async () => {
  const { page, complaints, close } = await open('G4', PHONE);
  await slide(page, 0).getByRole('link').tap();
  await viewer(page).getByText('New tyres all around', { exact: true }).waitFor();
  expect(await viewer(page).locator('.viewer-caption').count()).toBe(1);
  const photo = viewer(page).locator('.viewer-photo').first();
  await expect
    .poll(() => photo.evaluate((each) => (each as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const width = async () => Math.round((await photo.boundingBox())?.width ?? 0);
  const touch = await touches(page);
  const [x, y] = [195, 422];
  const whole = await width();
  expect(whole).toBeGreaterThan(300);

  const doubleTap = async () => {
    await page.waitForTimeout(400);
    await tapTwice(page, x, y);
  };
  await doubleTap();
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  // Large, a finger moves the photo and closes nothing.
  await touch('touchStart', { x, y });
  for (const by of [40, 90, 140]) await touch('touchMove', { x, y: y + by });
  await touch('touchEnd');
  expect(await viewer(page).count()).toBe(1);
  await doubleTap();
  await expect.poll(width).toBe(whole);
  await touch('touchStart', { x: x - 20, y }, { x: x + 20, y });
  for (const apart of [40, 60, 80]) await touch('touchMove', { x: x - apart, y }, { x: x + apart, y });
  await touch('touchEnd');
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await doubleTap();
  await expect.poll(width).toBe(whole);

  await touch('touchStart', { x, y });
  for (const by of [20, 50, 80]) await touch('touchMove', { x, y: y + by });
  await touch('touchEnd');
  expect(await viewer(page).count()).toBe(1);
  await touch('touchStart', { x, y });
  for (const by of [30, 80, 140]) await touch('touchMove', { x, y: y + by });
  await touch('touchEnd');
  await viewer(page).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ['both fingers at once', [[0, 1], [0, 1], [0, 1], []]],
  ['one finger after the other', [[0], [0, 1], [0, 1], [0, 1], [1], []]],
  ['the first finger lifted last', [[0], [0, 1], [0, 1], [0, 1], [0], []]],
] as const)(
  'VDP-01 a quick pinch with %s zooms the photo, and double taps after it work each time',
  async (_, steps) => {
    const { page, close } = await open('G4', PHONE);
    await slide(page, 0).getByRole('link').tap();
    await viewer(page).getByText('New tyres all around', { exact: true }).waitFor();
    const photo = viewer(page).locator('.viewer-photo').first();
    await expect
      .poll(() => photo.evaluate((each) => (each as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    const width = async () => Math.round((await photo.boundingBox())?.width ?? 0);
    const whole = await width();
    const line = await page.context().newCDPSession(page);
    let before = 0;
    for (const [at, fingers] of steps.entries()) {
      const type =
        fingers.length > before ? 'touchStart' : fingers.length < before ? 'touchEnd' : 'touchMove';
      before = fingers.length;
      const apart = type === 'touchStart' ? 20 : 20 + 30 * at;
      const touchPoints = fingers.map((id) => ({ id, x: id === 0 ? 195 - apart : 195 + apart, y: 422 }));
      await line.send('Input.dispatchTouchEvent', { type, touchPoints });
    }
    await expect.poll(width).toBeGreaterThan(whole * 1.5);
    await page.waitForTimeout(600);
    expect(await counter(page)).toBe('1 of 2');
    expect(await width()).toBeGreaterThan(whole * 1.5);
    for (const isLarge of [false, true, false, true]) {
      await page.waitForTimeout(400);
      await tapTwice(page, 195, 422);
      await expect.poll(async () => (await width()) > whole * 1.5).toBe(isLarge);
    }
    await close();
  },
);
