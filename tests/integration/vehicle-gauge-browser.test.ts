import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import { type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';

/** The price gauge as a shopper sees it. */

const READING = {
  ...{ listing_price: 45_990, market_range_min: 44_000, market_range_max: 52_000 },
  ...{ confidence: 0.9, description: '' },
};
const PHONE = { viewport: { width: 390, height: 844 } };

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars({ plugins: ['autogauge'] });
  cars.pages.services.carServices = { gauge: localPriceGauge() };
});
afterAll(() => cars.stop());

const openGauge = async (reading: object | string) => {
  const body = typeof reading === 'string' ? reading : JSON.stringify(reading);
  const warnings: string[] = [];
  const opened = await cars.open('car:U1', PHONE, {
    prepare: (page) => {
      page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
      return page.route('**/autogauge', (route) => route.fulfill({ body, contentType: 'application/json' }));
    },
  });
  const gauge = opened.page.locator('.gauge');
  await gauge.evaluate((each) => each.scrollIntoView());
  return { ...opened, gauge, warnings };
};

/** How many of the bands beside the words are drawn in the colour of the words. */
async function litBands(page: Page): Promise<number> {
  const words = page.locator('.gauge-words');
  const { data, info } = await sharp(await words.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colour = await words.evaluate((each) => getComputedStyle(each).color);
  const good = colour.match(/\d+/g)?.map(Number) ?? [];
  const row = Math.floor(info.height / 2) * info.width;
  const from = info.width - 72;
  const isLit = (x: number) =>
    good.every((value, at) => Math.abs((data[(row + x) * info.channels + at] ?? 0) - value) < 12);
  let bands = 0;
  for (let x = from; x < info.width; x += 1) if (isLit(x) && !(x > from && isLit(x - 1))) bands += 1;
  return bands;
}

it.each([
  [0.1, 1, 'Good Deal'],
  [0.29, 1, 'Good Deal'],
  [0.3, 2, 'Good Deal'],
  [0.59, 2, 'Good Deal'],
  [0.6, 3, 'Good Deal'],
  [0.65, 3, 'Great Deal'],
])('VDP-10 VDP-31 a fill of %s lights %i of three bands, beside "%s"', async (fill, lit, words) => {
  const { page, gauge, complaints, close } = await openGauge({ ...READING, fill });
  await gauge.getByText(words, { exact: true }).waitFor();
  expect(await litBands(page)).toBe(lit);
  expect(await gauge.getByText('Similar cars sell for $44,000 to $52,000').count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

it('VDP-10 the mark is where the price is in its market, and no price above the market is shown', async () => {
  const { gauge, close } = await openGauge({ ...READING, fill: 0.5, listing_price: 46_000 });
  await gauge.getByText('Good Deal').waitFor();
  const mark = gauge.locator('.gauge-track span');
  expect(await mark.evaluate((each: HTMLElement) => each.style.left)).toBe('25%');
  await close();
  const above = await openGauge({ ...READING, fill: 0.5, listing_price: 52_001 });
  await above.gauge.waitFor({ state: 'hidden' });
  await above.close();
});

it.each(['', 'null', '{}'])(
  'VDP-10 ERR-02 a response of "%s" is logged as no data, and the gauge leaves no room and is not busy',
  async (body) => {
    const { gauge, warnings, close } = await openGauge(body);
    await expect.poll(() => warnings.join()).toContain('No data returned');
    await gauge.waitFor({ state: 'hidden' });
    expect(await gauge.boundingBox()).toBeNull();
    expect(await gauge.getAttribute('aria-busy')).toBeNull();
    await close();
  },
);
