import { expect, firstCar, siteUrl, test } from './site.ts';

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
          const entry = sizes.split(', ').find((size) => {
            const query = /^\(.*\)/.exec(size)?.[0];
            return query === undefined || matchMedia(query).matches;
          });
          const length = /[\d.]+(?:px|vw)$/.exec(entry ?? '')?.[0] ?? '';
          const number = Number.parseFloat(length);
          return {
            shown: image.getBoundingClientRect().width,
            said: length.endsWith('vw') ? (number * innerWidth) / 100 : number,
          };
        });
      expect(said / shown, `${width} px`).toBeGreaterThan(0.95);
      expect(said / shown, `${width} px`).toBeLessThan(1.2);
    }
  });
}

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
