import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  [pages, browser] = await Promise.all([openRenderedPages(engine), launchBrowser()]);
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const PHONE = 390;
const MEDIUM = 768;
const LARGE = 1000;
const EXTRA_LARGE = 1440;

/** A dealer with so many locations, named Yard A, Yard B and so on, last first in the file. */
function withLocations(count: number, more: Record<string, unknown> = {}) {
  const [first] = pages.configured().locations;
  const locations = Array.from({ length: count }, (_, at) => {
    const letter = String.fromCharCode(65 + count - 1 - at);
    return {
      ...first,
      ...{ id: `9${at}`, name: `Yard ${letter}`, slug: `yard-${letter.toLowerCase()}`, primary: at === 0 },
    };
  });
  return { locations, 'navigation.footer': [], ...more };
}

async function homeAt(width: number, settings: Record<string, unknown>) {
  const { html } = await pages.render('/', settings);
  await page.setViewportSize({ width, height: 900 });
  await page.setContent(html);
}

const columnsOf = (list: string) =>
  page.locator(list).evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
/** Cards beside each other in the first row. */
const inFirstRow = (list: string) =>
  page.locator(`${list} > li`).evaluateAll((items) => {
    const top = items[0]?.getBoundingClientRect().top;
    return items.filter((item) => item.getBoundingClientRect().top === top).length;
  });

describe('LOC-08 locations on the home page', () => {
  it('a single one is a card with its map beside its words', async () => {
    await homeAt(LARGE, withLocations(1));
    expect(await inFirstRow('.location-grid')).toBe(1);
    const [card, map] = await Promise.all(
      ['.location-card', '.location-card .place-map'].map((part) => page.locator(part).boundingBox()),
    );
    expect(map?.width).toBeLessThan((card?.width ?? 0) * 0.7);
    expect(map?.height).toBeGreaterThan((card?.height ?? 0) * 0.9);
  });

  it.each([
    [2, LARGE, 2],
    [2, EXTRA_LARGE, 2],
    [3, MEDIUM, 3],
    [3, LARGE, 3],
    [4, LARGE, 4],
    [6, EXTRA_LARGE, 4],
  ])('%i of them at %i px are %i in a row', async (count, width, columns) => {
    await homeAt(width, withLocations(count));
    expect(await inFirstRow('.location-grid')).toBe(columns);
    expect(await columnsOf('.location-grid')).toBe(columns);
  });
});

it('LOC-08 on a phone several are a row that scrolls in itself', async () => {
  await homeAt(PHONE, withLocations(4));
  const row = page.locator('.location-grid');
  expect(await row.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE);
});

describe('LOC-09 the carousel of locations', () => {
  const carousel = (count: number, more: Record<string, unknown> = {}) =>
    withLocations(count, { 'ourLocations.home': 'carousel', ...more });
  const names = () => page.locator('.place-row h3').allTextContents();
  const hint = () => page.locator('.place-row-hint').isVisible();

  it('is by name, or in the dealer’s order, of chosen locations, and never shows a hidden one', async () => {
    await homeAt(LARGE, carousel(3));
    expect(await names()).toEqual(['Yard A', 'Yard B', 'Yard C']);
    await homeAt(LARGE, carousel(3, { 'ourLocations.order': ['yard-c'] }));
    expect(await names()).toEqual(['Yard C', 'Yard A', 'Yard B']);
    const only = ['yard-b', 'yard-c'];
    await homeAt(LARGE, carousel(3, { 'ourLocations.only': only, 'locations.1.visible': false }));
    expect(await names()).toEqual(['Yard C']);
  });

  it.each([
    [5, EXTRA_LARGE, 5],
    [4, EXTRA_LARGE, 4],
    [5, LARGE, 4],
  ])('%i locations at %i px have %i columns', async (count, width, columns) => {
    await homeAt(width, carousel(count));
    expect(await columnsOf('.place-row')).toBe(columns);
  });

  it.each([
    [4, PHONE, true],
    [4, LARGE, false],
    [5, EXTRA_LARGE, false],
    [3, LARGE, true],
    [1, PHONE, false],
  ])('%i locations at %i px: the hint to swipe is shown: %s', async (count, width, isShown) => {
    await homeAt(width, carousel(count));
    expect(await hint()).toBe(isShown);
  });

  it('a single one without a picture fills half of the row, the third of three is seen in part', async () => {
    const box = async (at: number) => {
      const item = await page.locator('.place-row > li').nth(at).boundingBox();
      const row = await page.locator('.place-row').boundingBox();
      return { left: (item?.x ?? 0) - (row?.x ?? 0), width: item?.width ?? 0, row: row?.width ?? 0 };
    };
    await homeAt(EXTRA_LARGE, carousel(1));
    const only = await box(0);
    expect(only.width).toBeLessThan(only.row * 0.51);
    await homeAt(EXTRA_LARGE, carousel(3));
    const third = await box(2);
    expect(third.left).toBeLessThan(third.row * 0.95);
    expect(third.left + third.width).toBeGreaterThan(third.row);
  });

  it('on a phone it scrolls in itself, not the page', async () => {
    await homeAt(PHONE, carousel(5));
    const [row, whole] = await Promise.all([
      page.locator('.place-row').evaluate((element) => element.scrollWidth > element.clientWidth),
      page.evaluate(() => document.documentElement.scrollWidth),
    ]);
    expect([row, whole]).toEqual([true, PHONE]);
  });

  it('a card leads to its location and its stock', async () => {
    await homeAt(LARGE, carousel(1));
    const links = page.locator('.place-row a');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/locations/yard-a',
      '/search/yard-a',
    ]);
  });
});
