import { afterAll, beforeAll, expect, it } from 'vitest';
import { CAR, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars();
});
afterAll(() => cars.stop());

it('VDP-15 the header of the car stays in view from 500 px on, the bar opens beyond 900 px', async () => {
  const { page, close } = await cars.open();
  const header = page.locator('[data-vehicle-header]');
  const isOpened = () => page.locator('[data-vehicle-bar][data-opened]').count();
  const scrollTo = (y: number) => page.evaluate(`scrollTo(0, ${y})`);
  await page.waitForFunction('document.readyState === "complete"');
  expect(await header.isVisible()).toBe(false);
  await scrollTo(499);
  await expect.poll(() => page.evaluate('scrollY')).toBe(499);
  expect(await header.isVisible()).toBe(false);
  await scrollTo(500);
  await expect.poll(() => header.isVisible()).toBe(true);
  await scrollTo(900);
  await expect.poll(() => page.evaluate('scrollY')).toBe(900);
  expect(await isOpened()).toBe(0);
  await scrollTo(901);
  await expect.poll(isOpened).toBe(1);
  await close();
});

it.each([
  [390, 'repayment'],
  [768, 'repayment'],
  [1440, 'price'],
] as const)(
  'VDP-15 in a window %d px wide header and bar are both there, opened the bar adds the %s, and most of the window is the page’s',
  async (width, added) => {
    const height = 844;
    const { page, close } = await cars.open('car:U1', { viewport: { width, height } });
    const header = page.locator('[data-vehicle-header]');
    const bar = page.locator('[data-vehicle-bar]');
    await page.waitForFunction('document.readyState === "complete"');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect.poll(() => bar.getAttribute('data-opened')).toBe('');
    await expect.poll(() => bar.getByText('Call Now').isVisible()).toBe(true);
    for (const text of ['2025 Toyota HiLux', 'Automatic · Ute', '$45,990', 'Excl. government charges'])
      expect(await header.getByText(text, { exact: true }).isVisible(), text).toBe(true);
    const parts = { repayment: bar.getByText('/ week'), price: bar.getByText('$45,990') };
    for (const [name, part] of Object.entries(parts))
      expect(await part.isVisible(), name).toBe(name === added);
    const boxes = await Promise.all([header, bar].map((each) => each.boundingBox()));
    const covered = boxes.reduce((sum, box) => sum + (box?.height ?? Number.NaN), 0);
    expect(covered).toBeLessThan(height / 4);
    await page.evaluate('scrollTo(0, 600)');
    await expect.poll(() => bar.getAttribute('data-opened')).toBeNull();
    for (const part of Object.values(parts)) expect(await part.isVisible()).toBe(false);
    await close();
  },
);

it('VDP-15 in a window 768 px wide the buttons fill the bar until it opens, and name, price and type have a line each', async () => {
  const { page, close } = await cars.open('car:U1', { viewport: { width: 768, height: 1024 } });
  const header = page.locator('[data-vehicle-header]');
  const bar = page.locator('[data-vehicle-bar]');
  const spare = () =>
    bar.evaluate((element) => {
      const [all, buttons] = ['.vehicle-bar-inside', '.vehicle-bar-actions'].map((part) => {
        const box = element.querySelector(part);
        return box ? box.clientWidth - Number.parseFloat(getComputedStyle(box).paddingLeft) * 2 : Number.NaN;
      });
      return Math.round((all ?? Number.NaN) - (buttons ?? Number.NaN));
    });
  await page.waitForFunction('document.readyState === "complete"');
  await page.evaluate('scrollTo(0, 900)');
  await expect.poll(() => header.isVisible()).toBe(true);
  expect(await spare()).toBe(0);
  for (const text of ['2025 Toyota HiLux', '$45,990', 'Excl. government charges']) {
    const line = header.getByText(text, { exact: true });
    const { height = Number.NaN } = (await line.boundingBox()) ?? {};
    expect(height, text).toBeLessThan(30);
    expect(await line.evaluate((each) => each.scrollWidth - each.clientWidth), text).toBe(0);
  }
  await page.evaluate('scrollTo(0, 1500)');
  await expect.poll(() => bar.getAttribute('data-opened')).toBe('');
  expect(await spare()).toBeGreaterThan(100);
  await close();
});

it('VDP-15 in a low window, as a lying phone has, the header leaves its place to the page', async () => {
  const { page, close } = await cars.open(CAR, { viewport: { width: 844, height: 390 } });
  await page.waitForFunction('document.readyState === "complete"');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const bar = page.locator('[data-vehicle-bar]');
  await expect.poll(() => bar.getAttribute('data-opened')).toBe('');
  expect(await bar.isVisible()).toBe(true);
  expect(await page.locator('[data-vehicle-header]').isVisible()).toBe(false);
  await close();
});

it('VDP-15 beside the sidebar there is no bar before any gesture, in browsers without timelines of views too', async () => {
  const viewport = { width: 1440, height: 900 };
  const { page, close } = await cars.open(CAR, { viewport, bypassCSP: true }, { isUntouched: true });
  await page.addStyleTag({ content: '.vehicle-bar { animation: none !important }' });
  expect(await page.locator('.vehicle-actions').isVisible()).toBe(true);
  expect(await page.locator('[data-vehicle-bar]').isVisible()).toBe(false);
  await close();
});

it.each([
  ['before any script has run', true],
  ['without JavaScript', false],
])(
  'VDP-15 on a phone the bar is there %s, but not over the buttons of the page',
  async (_when, javaScriptEnabled) => {
    const viewport = { width: 390, height: 420 };
    const { page, close } = await cars.open(CAR, { viewport, javaScriptEnabled }, { isUntouched: true });
    const bar = page.locator('[data-vehicle-bar]');
    expect(await bar.isVisible()).toBe(true);
    expect(await bar.getAttribute('data-awake')).toBeNull();
    expect((await bar.boundingBox())?.y).toBeLessThan(viewport.height);
    await page.locator('.vehicle-actions').scrollIntoViewIfNeeded();
    await expect.poll(() => bar.isVisible()).toBe(false);
    await close();
  },
);

/** Links and buttons of which the bar covers a part, before any gesture. */
const PARTLY_COVERED = `(async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const bar = document.querySelector('[data-vehicle-bar]');
  if (getComputedStyle(bar).visibility === 'hidden') return [];
  const { top } = bar.getBoundingClientRect();
  return [...document.querySelectorAll('.vehicle-summary :is(a, button)')]
    .filter((each) => {
      const place = each.getBoundingClientRect();
      return place.top < top && place.bottom > top;
    })
    .map((each) => each.textContent.trim());
})()`;

it.each([360, 390, 412])(
  'VDP-15 PLAT-02 at the first position of a phone %d px wide the bar covers nothing in part, below the heading',
  async (width) => {
    const { page, close } = await cars.open(CAR, {}, { isUntouched: true });
    const heading = page.locator('.vehicle-chips');
    await page.setViewportSize({ width, height: 640 });
    const from = Math.ceil((await heading.boundingBox())?.y ?? Number.NaN) + 80;
    for (let height = from; height < from + 500; height += 10) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(PARTLY_COVERED), `${height} px high`).toEqual([]);
    }
    await close();
  },
);
