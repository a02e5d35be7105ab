import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';
import { STOCK } from '../switches/feed.ts';

/** A hand that turns a vehicle: by wheel, by pointer, by finger. */

const [, spun = {}] = STOCK;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Compressed: of the file that turns a spin. */
const MOST_SPIN_BYTES = 10 * 1024;

let cars: RenderedCars;
let picture: Buffer;
beforeAll(async () => {
  cars = await startRenderedCars({ 'vehiclePage.detailView': 'spinner' }, [
    { ...spun, stocknum: 'SP', spin_interior_image: '' },
  ]);
  picture = await sharp({ create: { width: 360, height: 240, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
});
afterAll(() => cars.stop());

it('VDP-04 a spin turns by wheel, is zoomed and moved about, and fills the screen', async () => {
  const { page, complaints, close } = await cars.open('car:SP', {}, { picture });
  const stage = page.getByRole('slider', { name: /^Turn the/ });
  const frame = async () => Number(await stage.getAttribute('aria-valuenow'));
  await stage.press('Home');
  await page.locator('.spin-canvas').waitFor();
  await stage.hover();
  await page.mouse.wheel(80, 0);
  await expect.poll(frame).toBe(3);
  const top = () => page.evaluate<number>('scrollY');
  const before = await top();
  await page.mouse.wheel(0, 120);
  await expect.poll(top).toBe(before + 120);
  expect(await frame()).toBe(3);

  const zoom = page.getByRole('button', { name: 'Zoom' });
  await zoom.click();
  expect(await zoom.getAttribute('aria-pressed')).toBe('true');
  const canvas = page.locator('.spin-canvas');
  const place = () => canvas.evaluate((each: HTMLElement) => each.style.transform);
  expect(await place()).toBe('translate(0px, 0px) scale(2.5)');
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no stage');
  await page.mouse.move(box.x + 200, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 240, box.y + 120, { steps: 4 });
  await page.mouse.up();
  expect(await place()).toBe('translate(40px, -30px) scale(2.5)');
  expect(await frame()).toBe(3);
  await stage.press('Escape');
  expect(await zoom.getAttribute('aria-pressed')).toBe('false');
  await stage.dblclick();
  expect(await zoom.getAttribute('aria-pressed')).toBe('true');
  await stage.press('-');

  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
  expect(await page.evaluate('document.fullscreenElement.className')).toBe('spin');
  const was = await frame();
  await stage.hover();
  await page.mouse.wheel(0, 40);
  await expect.poll(frame).toBe((was % 8) + 1);
  await page.getByRole('button', { name: 'Exit full screen' }).click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ['has no full screen', 'delete Element.prototype.requestFullscreen'],
  ['refuses it', `Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('No'))`],
])(
  'VDP-04 where a browser %s, a spin fills the window: the page behind rests, and Escape ends it from anywhere',
  async (_how, script) => {
    const prepare = (page: Page) => page.addInitScript(script);
    const { page, complaints, close } = await cars.open('car:SP', {}, { picture, prepare });
    const stage = page.getByRole('slider', { name: /^Turn the/ });
    const frame = async () => Number(await stage.getAttribute('aria-valuenow'));
    await stage.press('Home');
    await page.locator('.spin-canvas').waitFor();
    const full = page.getByRole('button', { name: 'Full screen', exact: true });
    const leave = page.getByRole('button', { name: 'Exit full screen' });
    const box = () => page.locator('.spin').boundingBox();
    // Where it has the focus, the page leaves room for the bar below it: it scrolls here, not at the click.
    await full.scrollIntoViewIfNeeded();
    const before = await box();
    await full.click();
    await leave.waitFor();
    expect(await box()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    const top = await page.evaluate<number>('scrollY');
    await stage.hover();
    await page.mouse.wheel(0, 80);
    await expect.poll(frame).toBe(3);
    await leave.focus();
    await page.keyboard.press('End');
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
    expect(await page.evaluate('scrollY')).toBe(top);
    await leave.click();
    await full.waitFor();
    expect(await box()).toEqual(before);
    await full.click();
    await leave.waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Escape');
    await full.waitFor();
    expect(await box()).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  },
);

it('VDP-04 a page that comes back by the back button goes on loading the frames of its spin', async () => {
  const open = Promise.withResolvers<void>();
  const prepare = (page: Page) =>
    page.route(/\/images\/f-\d.*-3x2\.webp$/, async (route) => {
      await open.promise;
      await route.fulfill({ body: picture, contentType: 'image/webp' }).catch(() => undefined);
    });
  const { page, asked, close } = await cars.open('car:SP', {}, { picture, prepare });
  // The page has its first frame.
  const frames = () => asked.filter((url) => /\/images\/f-[1-7].*w960/.test(url));
  await page.getByRole('slider', { name: /^Turn the/ }).press('ArrowRight');
  await expect.poll(() => frames().length).toBe(3);
  const pass = (type: string) =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`);
  await pass('pagehide');
  const left = frames().length;
  await pass('pageshow');
  open.resolve();
  await expect.poll(() => new Set(frames().slice(left)).size).toBe(7);
  await close();
});

it.each([
  ['zoomed', 'Zoom'],
  ['in full screen', 'Full screen'],
])('VDP-04 a spin %s shows the frame it rests on from a larger picture', async (_how, button) => {
  const { page, complaints, asked, close } = await cars.open('car:SP', {}, { picture });
  await page.getByRole('slider', { name: /^Turn the/ }).press('ArrowRight');
  await page.locator('.spin-canvas').waitFor();
  const largest = () => asked.filter((url) => /\/images\/f-\d.*w1280.*webp/.test(url));
  const before = largest().length;
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.poll(() => largest().slice(before)).toEqual([expect.stringContaining('/f-1/')]);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-04 on a phone a finger turns the spin sideways, and scrolls the page up and down', async () => {
  const { page, complaints, close } = await cars.open('car:SP', PHONE, { picture });
  const stage = page.getByRole('slider', { name: /^Turn the/ });
  const frame = async () => Number(await stage.getAttribute('aria-valuenow'));
  await stage.press('Home');
  await page.locator('.spin-canvas').waitFor();
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const line = await page.context().newCDPSession(page);
  const top = () => page.evaluate<number>('scrollY');
  const swipe = async (byX: number, byY: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      line.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: x + byX * share, y: y + byY * share }],
      });
    await touch('touchStart', 0);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', share);
    // Held still: without inertia.
    await page.waitForTimeout(150);
    await touch('touchMove', 1);
    await touch('touchEnd');
  };
  await swipe(0, -120);
  await expect.poll(top).toBeGreaterThan(50);
  expect(await frame()).toBe(1);
  await page.evaluate('scrollTo(0, 0)');
  await swipe(90, 4);
  await expect.poll(frame).not.toBe(1);
  expect(await top()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-04 VDP-30 the file that turns a spin weighs less than 10 KB', () => {
  const folder = join(inject('pagesEntry'), '../../client/_astro');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name)));
  const turning = files.filter((file) => file.includes('A frame of the spin could not be loaded'));
  expect(turning).toHaveLength(1);
  for (const file of turning) expect(gzipSync(file, { level: 9 }).length).toBeLessThan(MOST_SPIN_BYTES);
});
