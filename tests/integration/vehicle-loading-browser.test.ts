import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CAR, ORIGIN, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars();
});
afterAll(() => cars.stop());

it('CFG-08 the site’s own scripts run beside a chat service and a robot, which load with a click alone', async () => {
  const { page, complaints, close } = await cars.open('car:U1');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.locator('save-car button').first().waitFor();
  expect(complaints).toEqual([]);
  expect(asked.filter((host) => host.endsWith('.example') && host !== new URL(ORIGIN).host)).toEqual([]);
  await page.getByRole('link', { name: 'Instant Message' }).first().click();
  await expect.poll(() => asked).toContain('robot.example');
  await close();
});

it('VDP-03 VDP-04 CFG-22 a spin turns where pictures come from a CDN; the inside comes from the site itself', async () => {
  const picture = await sharp({ create: { width: 360, height: 240, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const settings = {
    'images.cdn': 'https://img.example/{id}/v{version}/{width}-{quality}-{crop}.{format}',
    'vehiclePage.detailView': 'spinner',
  };
  const { page, complaints, asked, html, close } = await cars.open('car:U2', {}, { settings, picture });
  const before = asked.length;
  await page.getByRole('slider', { name: /^Turn the/ }).press('ArrowRight');
  await page.locator('.spin-canvas').waitFor();
  await expect
    .poll(() => new Set(asked.slice(before).filter((url) => url.startsWith('https://img.example/f-'))).size)
    .toBe(8);
  expect(complaints).toEqual([]);
  expect(html).toMatch(/[^/]\/images\/inside\/v\d+\/w2560/);
  await close();
});

it('VDP-04 a spin rotates once automatically, and goes on from there when touched', async () => {
  const picture = await sharp({ create: { width: 360, height: 240, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const settings = {
    ...{ 'vehiclePage.detailView': 'spinner', 'vehiclePage.spinAutoRotate': true },
    'map.embed': undefined,
  };
  const { page, complaints, close } = await cars.open('car:U2', {}, { settings, picture, isUntouched: true });
  const slider = page.getByRole('slider', { name: /^Turn the/ });
  const frame = async () => Number(await slider.getAttribute('aria-valuenow'));
  const seen = new Set<number>();
  await expect.poll(async () => seen.add(await frame()).size, { interval: 20 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Rotate', pressed: false }).waitFor();
  expect(await frame()).toBe(1);
  await slider.press('ArrowRight');
  await expect.poll(frame).toBe(2);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-04 where motion is reduced a spin does not rotate by itself', async () => {
  const settings = { 'vehiclePage.detailView': 'spinner', 'vehiclePage.spinAutoRotate': true };
  const { page, close } = await cars.open(
    'car:U2',
    { reducedMotion: 'reduce' },
    { settings, isUntouched: true },
  );
  const slider = page.getByRole('slider', { name: /^Turn the/ });
  await page.waitForLoadState('load');
  await page.waitForTimeout(1200);
  expect(await slider.getAttribute('aria-valuenow')).toBe('1');
  expect(await page.getByRole('button', { name: 'Rotate', pressed: true }).count()).toBe(0);
  await close();
});

it('VDP-04 where the shopper saves data a spin neither rotates by itself nor loads its frames', async () => {
  const settings = { 'vehiclePage.detailView': 'spinner', 'vehiclePage.spinAutoRotate': true };
  const saving = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;
  const { page, asked, close } = await cars.open(
    'car:U2',
    {},
    { settings, isUntouched: true, prepare: (each) => each.addInitScript(saving) },
  );
  await page.waitForLoadState('networkidle');
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
  expect(asked.filter((url) => url.includes('/images/spin/'))).toEqual([]);
  expect(await page.getByRole('button', { name: 'Rotate', pressed: true }).count()).toBe(0);
  await close();
});

it('CFG-15 without JavaScript typefaces come with the page', async () => {
  const { asked, close } = await cars.open(CAR, { javaScriptEnabled: false }, { isUntouched: true });
  await expect.poll(() => asked.some((url) => url.endsWith('.woff2'))).toBe(true);
  await close();
});

it('CFG-09 the search box of the header has no script before it is used', async () => {
  const { page, asked, close } = await cars.open(CAR, {}, { isUntouched: true });
  const suggestions = () => asked.filter((url) => url.includes('/TypeAhead.'));
  await page.waitForLoadState('load');
  await page.mouse.wheel(0, 300);
  await page.waitForLoadState('networkidle');
  expect(suggestions()).toEqual([]);
  await page.getByRole('searchbox').or(page.locator('#header-query')).first().focus();
  await expect.poll(suggestions).toHaveLength(1);
  await close();
});
