import { demoDealers } from '../fixtures/demo-dealers.ts';
import { TEMPLATE_DEALERS } from './page-types.ts';
import { expect, siteUrl, test } from './site.ts';

/** Cards, columns and buttons: none is alone, stretched or without space to its neighbours. */

test('CONT-04 a post that is the only one to read next has its picture beside its text', async ({ page }) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(siteUrl('riverbend', '/blog/how-to-read-a-price'));
    const card = page.getByRole('region', { name: 'Read next' }).getByRole('listitem');
    await expect(card).toHaveCount(1);
    const picture = await card.getByRole('img').boundingBox();
    const heading = await card.getByRole('heading').boundingBox();
    const end = (picture?.x ?? Number.NaN) + (picture?.width ?? Number.NaN);
    expect(heading?.x, `${width} px`).toBeGreaterThanOrEqual(end);
  }
});

test('CARD-02 of three buttons of a card two share a line, and each has its words in one', async ({
  page,
}) => {
  for (const width of [600, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(siteUrl('aldermoor', '/search/porsche'));
    const cards = await page.locator('.vehicle-card-actions:has(> :nth-child(3))').evaluateAll((all) =>
      all.map((actions) => {
        const boxes = [...actions.querySelectorAll(':scope > .button')].map((button) =>
          button.getBoundingClientRect(),
        );
        return { tops: boxes.map(({ top }) => top), highest: Math.max(...boxes.map(({ height }) => height)) };
      }),
    );
    expect(cards.length).toBeGreaterThan(0);
    for (const { tops, highest } of cards) {
      expect(new Set(tops.slice(0, 2)).size, `${width} px`).toBe(1);
      expect(tops[2]).toBeGreaterThan(tops[0] ?? Number.NaN);
      expect(highest).toBeLessThan(48);
    }
  }
});

test('CONT-07 no tile of a model’s grades is alone in a line that it does not fill', async ({ page }) => {
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(siteUrl('ridgeline-isuzu', '/models/d-max'));
    const lines = await page.locator('.stock-tiles').evaluateAll((lists) =>
      lists.map((list) => {
        const tiles = [...list.children].map((tile) => tile.getBoundingClientRect());
        const last = tiles.filter(({ top }) => top === tiles.at(-1)?.top);
        return { tiles: tiles.length, last: last.length, share: (last[0]?.width ?? 0) / list.clientWidth };
      }),
    );
    expect(lines.map(({ tiles }) => tiles)).toContain(5);
    for (const { last, share } of lines) expect(last > 1 || share > 0.9, `${width} px`).toBe(true);
  }
});

test('CONT-01 CONT-07 the stock and price of a brand or model have space below them', async ({ page }) => {
  for (const [dealer, path] of [
    ['riverbend', '/toyota/overview'],
    ['aldermoor', '/porsche-911'],
    ['ridgeline-isuzu', '/models/d-max'],
  ] as const) {
    await page.goto(siteUrl(dealer, path));
    const facts = page.locator('.showroom-facts');
    const { y = Number.NaN, height = Number.NaN } = (await facts.boundingBox()) ?? {};
    const button = await facts.locator('xpath=following-sibling::a[1]').boundingBox();
    expect(button?.y, path).toBeGreaterThanOrEqual(y + height + 12);
  }
});

test('CFG-09 the footer’s groups reach its end, however many there are', async ({ page }) => {
  for (const dealer of [...TEMPLATE_DEALERS, 'ridgeline-isuzu']) {
    await page.goto(siteUrl(dealer, '/about-us'));
    const ends = await page.getByRole('navigation', { name: 'Footer' }).evaluate((groups) => {
      const rights = [...groups.children].map((group) => group.getBoundingClientRect().right);
      return { last: Math.max(...rights), all: groups.getBoundingClientRect().right };
    });
    expect(ends.all - ends.last, dealer).toBeLessThan(2);
  }
});

for (const { slug } of demoDealers().filter(({ navigation }) => navigation.mobileBar))
  test(`CFG-08 the words of the phone bar of ${slug} are one line each`, async ({ page }) => {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(siteUrl(slug));
      await page.mouse.wheel(0, 300);
      const links = page.getByRole('complementary', { name: 'Shortcuts' }).getByRole('link');
      await expect(links.first()).toBeVisible();
      const lines = await links.evaluateAll((all) =>
        all.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link.lastChild ?? link);
          return {
            name: link.textContent?.trim(),
            tops: new Set([...words.getClientRects()].map(({ y }) => y)).size,
          };
        }),
      );
      expect(lines.length).toBeGreaterThan(2);
      expect(
        lines.filter(({ tops }) => tops !== 1),
        `${width} px`,
      ).toEqual([]);
    }
  });
