import type { Locator } from '@playwright/test';
import { expect, firstCar, siteUrl, test } from './site.ts';

/** Of a picture of the site, px: the widest file there is, the file loaded, and how wide it is shown before its crop. */
const pictureWidths = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const widths = image.parentElement?.querySelector('source')?.srcset.match(/\d+(?=w)/g) ?? [];
    const { width, height } = image.getBoundingClientRect();
    const shape = image.naturalWidth / image.naturalHeight;
    return {
      largest: Math.max(...widths.map(Number)),
      loaded: Number(/\/w(\d+)\//.exec(image.currentSrc)?.[1]),
      shown: Math.max(width, height * shape),
    };
  });

test('CONT-06 the picture of a page’s first screen is beside its text in a wide window', async ({ page }) => {
  await page.goto(siteUrl('aldermoor', '/finance'));
  const tops = await page.evaluate(() =>
    ['.page-head-words', '.page-head-picture'].map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return box ? { top: box.top, bottom: box.bottom } : undefined;
    }),
  );
  const [words, picture] = tops;
  expect(picture?.top).toBeLessThan(words?.bottom ?? 0);
});

for (const dealer of ['riverbend', 'aldermoor', 'kookaburra-cars']) {
  test(`CARD-06 ${dealer} requests pictures of results as wide as they are shown`, async ({ page }) => {
    for (const width of [390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(siteUrl(dealer, '/search/used-cars'));
      const { shown, said } = await page
        .locator('.search-results .vehicle-card-media img')
        .first()
        .evaluate((image: HTMLImageElement) => {
          const sizes = image.parentElement?.querySelector('source')?.sizes ?? '';
          // Commas outside parentheses, which hold a condition or a least of two.
          const entry = sizes.split(/, (?![^(]*\))/).find((size) => {
            const query = /^\(.*?\)/.exec(size)?.[0];
            return query === undefined || matchMedia(query).matches;
          });
          const probe = document.createElement('div');
          probe.style.position = 'absolute';
          probe.style.width = (entry ?? '').replace(/^\(.*?\) /, '');
          document.body.append(probe);
          const said = probe.getBoundingClientRect().width;
          probe.remove();
          return { shown: image.getBoundingClientRect().width, said };
        });
      expect(said / shown, `${width} px`).toBeGreaterThan(0.95);
      expect(said / shown, `${width} px`).toBeLessThan(1.2);
    }
  });
}

for (const dealer of ['riverbend', 'aldermoor', 'kookaburra-cars']) {
  test(`CFG-15 ${dealer} has the home page’s search on the first screen @phone`, async ({ page }) => {
    for (const screen of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(screen);
      await page.goto(siteUrl(dealer));
      const box = await page.locator('.hero-search').boundingBox();
      expect(box && box.y + box.height, `${screen.width} px`).toBeLessThan(screen.height);
    }
  });

  test(`CFG-22 ${dealer} has a first picture that is not enlarged on a dense screen`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(siteUrl(dealer));
    const { largest, shown } = await pictureWidths(page.locator('.hero-photo'));
    expect(largest).toBeGreaterThanOrEqual(shown * 2);
  });
}

test('CFG-22 a promotion over the full width is requested as wide as it is shown', async ({ page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(siteUrl('riverbend', '/special-offers'));
    const { largest, loaded, shown } = await pictureWidths(page.locator('.slide img').first());
    expect(loaded, `${width} px`).toBeGreaterThanOrEqual(shown);
    expect(largest, `${width} px`).toBeGreaterThanOrEqual(shown * 2);
  }
});

test('VDP-15 the bar leaves the page’s own buttons free while they are in view @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await firstCar('riverbend'));
  const bar = page.locator('.vehicle-bar');
  const buttons = page.locator('.vehicle-actions');
  await buttons.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await expect(bar).toBeHidden();
  await page.locator('footer').last().scrollIntoViewIfNeeded();
  await expect(bar).toBeVisible();
});

test('LOC-09 the carousel says Swipe while there is something to swipe to @phone', async ({ page }) => {
  const hint = page.locator('.place-row-hint');
  for (const [dealer, path, hidden] of [
    // Of two, three and five locations.
    ['aldermoor', '/locations/richmond', [768, 1440]],
    ['ironbark-trucks', '/', []],
    ['riverbend', '/locations/fortitude-valley', [1440]],
  ] as const) {
    for (const width of [390, 768, 1440] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(siteUrl(dealer, path));
      const isHidden = (hidden as readonly number[]).includes(width);
      await expect(hint, `${dealer} at ${width} px`).toBeVisible({ visible: !isHidden });
      const row = page.locator('.place-row');
      const hasMore = await row.evaluate((list) => list.scrollWidth > list.clientWidth);
      expect(hasMore, `${dealer} at ${width} px`).toBe(!isHidden);
    }
  }
});
