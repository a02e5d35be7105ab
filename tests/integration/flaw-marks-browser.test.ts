import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';
import { STOCK } from '../switches/feed.ts';

const [first = {}] = STOCK;
const INSPECTION = {
  ...{ inspected_on: '2026-06-02', by: 'Harbour Workshop' },
  flaws: [
    { kind: 'scratch', words: 'Rear bumper, 4 cm', photo: 1, x: 50, y: 20 },
    { kind: 'dent', words: 'Door', photo: 2, x: 10, y: 50 },
  ],
};
const CELL = `"${JSON.stringify(INSPECTION).replaceAll('"', '""')}"`;

let cars: RenderedCars;
/** Taller than the gallery shows. */
let square: Buffer;
beforeAll(async () => {
  square = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#888' } })
    .webp()
    .toBuffer();
  cars = await startRenderedCars({}, [
    ...STOCK,
    { ...first, stocknum: 'IN1', model: 'Prado', images: 'p-1|p-2', inspection: CELL },
  ]);
});
afterAll(() => cars.stop());

it('VDP-265 a mark says its flaw by key and again nothing, and nothing once another photo is shown', async () => {
  const { page, complaints, close } = await cars.open('car:IN1', {}, { picture: square });
  const mark = page.getByRole('button', { name: 'Flaw 1, Scratch: Rear bumper, 4 cm' });
  await page.getByRole('button', { name: 'Next photo' }).hover();
  await mark.focus();
  await page.keyboard.press('Space');
  const said = page.getByText('1. Scratch: Rear bumper, 4 cm');
  await said.waitFor();
  expect(await mark.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Enter');
  await said.waitFor({ state: 'hidden' });
  await mark.click();
  await said.waitFor();
  await page.getByRole('button', { name: 'Next photo' }).click();
  await said.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-265 a mark is on its place of the photo, whatever part of the photo the gallery shows', async () => {
  const { page, close } = await cars.open('car:IN1', {}, { picture: square });
  await page.getByRole('button', { name: 'Next photo' }).hover();
  const photo = page.locator('#photo-1');
  await expect.poll(() => photo.locator('.flaw-marks').getAttribute('viewBox')).toBe('0 0 100 100');
  const [frame, dot] = await Promise.all([photo.boundingBox(), photo.locator('.flaw-mark').boundingBox()]);
  if (!frame || !dot) throw new Error('Nothing is shown.');
  // A square of the frame's width, of which the middle two thirds are shown: 20 per cent from its top.
  const shown = dot.y + dot.height / 2 - frame.y;
  expect(shown).toBeCloseTo(0.2 * frame.width - (frame.width - frame.height) / 2, -1);
  await close();
});

it('VDP-270 a link of the list leads to its photo', async () => {
  const { page, close } = await cars.open('car:IN1', {}, { picture: square });
  await page.getByRole('link', { name: 'Photo 2 with flaw 2' }).click();
  await expect
    .poll(() =>
      page.locator('#photo-2').evaluate((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        const strip = slide.parentElement?.getBoundingClientRect();
        return strip !== undefined && left >= strip.left - 2 && right <= strip.right + 2;
      }),
    )
    .toBe(true);
  await close();
});
