import type { Locator, Page } from 'playwright/test';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { sweepAddresses, TEMPLATE_DEALERS } from './page-types.ts';
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

test('NAV-07 the picture of a page’s first screen is beside its text in a wide window', async ({ page }) => {
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

test('SRCH-24 every body of the home pages is drawn', async ({ page }) => {
  let drawn = 0;
  for (const { slug } of demoDealers()) {
    await page.goto(siteUrl(slug));
    const drawings = page.locator('.body-tile use');
    const narrowest = () =>
      drawings.evaluateAll((uses) => Math.min(...uses.map((use) => use.getBoundingClientRect().width)));
    await expect.poll(narrowest, slug).toBeGreaterThan(0);
    drawn += await drawings.count();
  }
  expect(drawn).toBeGreaterThan(0);
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

for (const [dealer, path, part] of [
  ['brightkey', '/dealer-locator', '.directory-place img'],
  ['riverbend', '/dealer-locator', '.directory-group:last-child img'],
  ['aldermoor', '/locations/richmond', '.location-head img'],
  ['kookaburra-cars', '/', '.location-card img'],
  ['riverbend', '/about-us', '.about-story-picture'],
  ['aldermoor', '/finance', '.page-head-picture'],
] as const) {
  test(`CFG-22 the picture ${part} of ${dealer} is requested as wide as it is shown, and little of it is cut off`, async ({
    page,
  }) => {
    for (const width of [390, 768, 992, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(siteUrl(dealer, path));
      const picture = page.locator(part).first();
      await picture.scrollIntoViewIfNeeded();
      const { loaded, shown } = await pictureWidths(picture);
      expect(loaded, `${width} px`).toBeGreaterThanOrEqual(Math.floor(shown));
      if (width !== 768) continue;
      const box = await picture.boundingBox();
      const shape = (box?.width ?? 0) / (box?.height ?? 1);
      expect(shape).toBeGreaterThan(1.3);
      expect(shape).toBeLessThan(1.8);
    }
  });
}

for (const [dealer, path, part] of [
  ['ridgeline-isuzu', '/models/d-max', '.page-head-picture'],
  ['ridgeline-isuzu', '/about-us', '.about-story-picture'],
  ['aldermoor', '/locations/richmond', '.location-head img'],
  ['ridgeline-isuzu', '/dealer-locator', '.directory-place img'],
] as const) {
  test(`CFG-15 the wide photo ${part} of ${dealer} shows its vehicle from nose to tail`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(siteUrl(dealer, path));
    const box = await page.locator(part).first().boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  });
}

test('CFG-15 the slanted block of a first screen lies beside its photo', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(siteUrl('kookaburra-cars'));
  const [photo, words] = await Promise.all(
    ['.hero-media', '.hero-words'].map((part) => page.locator(part).boundingBox()),
  );
  /** The slant's, px. */
  const shared = (words?.x ?? 0) + (words?.width ?? 0) - (photo?.x ?? 0);
  expect(shared).toBeGreaterThan(90);
  expect(shared).toBeLessThan(120);
});

test('LOC-02 the links of a card in the directory are 44 px high, and buttons of a row are on one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(siteUrl('riverbend', '/dealer-locator'));
  const heights = await page
    .locator('.directory-facts a:visible')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  const tops = await page
    .getByRole('link', { name: /^Contact Us/ })
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.closest('.directory-actions'))
        .map((button) => Math.round(button.getBoundingClientRect().top)),
    );
  expect(tops.length).toBe(3);
  expect(new Set(tops).size).toBe(1);
});

test('LOC-06 beside a long heading or below it, the link to a place’s stock is at the right', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(siteUrl('limestone-motorcycles', '/locations/victoria-park'));
  const head = page.locator('.section-head', { has: page.locator('#place-stock-heading') });
  const [row, link] = [await head.boundingBox(), await head.getByRole('link').boundingBox()];
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeCloseTo((row?.x ?? 0) + (row?.width ?? 0), 0);
});

test('CONT-01 six brands are two rows of three', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(siteUrl('riverbend', '/brands'));
  const tops = await page
    .locator('.brand-group')
    .first()
    .locator('.brand-card')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  expect([...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length)).toEqual([3, 3]);
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

test('LOC-09 the carousel says Swipe while there is something to swipe to', async ({ page }) => {
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

test('CONT-06 the warranty’s words are below the price on a phone, and in no wide window', async ({
  page,
}) => {
  const { mobileWarranty } = demoDealers().find(({ slug }) => slug === 'riverbend')?.vehiclePage ?? {};
  const address = await firstCar('riverbend', '/search/used-cars');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address);
    const words = page.getByText(mobileWarranty?.used ?? 'no words', { exact: true });
    await expect(words, `${width} px`).toBeVisible({ visible: width === 390 });
    if (width !== 390) continue;
    const [price, below] = [
      await page.locator('.vehicle-price').first().boundingBox(),
      await words.boundingBox(),
    ];
    expect(below?.y).toBeGreaterThan(price?.y ?? Number.POSITIVE_INFINITY);
  }
});

test('SRCH-20 the home page’s links above the results push none below 360 px of a phone @core', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const dealer of TEMPLATE_DEALERS) {
    await page.goto(siteUrl(dealer, '/search/used-cars'));
    const links = await page.locator('.feature-strip > li').count();
    expect(links, dealer).toBeLessThanOrEqual(3);
    const results = await page.locator('.search-results').boundingBox();
    expect(results?.y, dealer).toBeLessThanOrEqual(360);
  }
});

for (const { slug } of demoDealers()) {
  test(`CFG-15 ${slug} has a home page of at most 7,500 px on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(siteUrl(slug));
    // Until they come into view, their height is an estimate.
    for (const section of await page.locator('.home-featured').all()) {
      await section.scrollIntoViewIfNeeded();
      await expect(section).toBeInViewport();
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7500);
  });
}

test('CONT-07 the tag of a small card stays on its picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(siteUrl('aldermoor', '/porsche-911'));
  const tags = page.locator('.stock-tile-tag');
  expect(await tags.count()).toBeGreaterThan(0);
  for (const tag of await tags.all()) {
    const picture = await tag.locator('xpath=../img').boundingBox();
    const box = await tag.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
    expect(box?.height, 'one line').toBeLessThan(32);
  }
});

test('CONT-07 LOC-06 the picture of a small card keeps its shape, whatever is beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [dealer, path] of [
    ['riverbend', '/locations/fortitude-valley'],
    ['aldermoor', '/porsche-911'],
    ['kookaburra-cars', '/our-location/wallsend'],
  ] as const) {
    await page.goto(siteUrl(dealer, path));
    const shapes = await page.locator('.stock-tile > img').evaluateAll((pictures) =>
      pictures.map((picture) => {
        const { width, height } = picture.getBoundingClientRect();
        return Math.round((width / height) * 100);
      }),
    );
    expect(new Set(shapes), dealer).toEqual(new Set([133]));
  }
});

test('CFG-09 the footer’s columns are even, and it is shorter than most pages', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const dealer of TEMPLATE_DEALERS) {
    const taller: boolean[] = [];
    const addresses = await sweepAddresses(dealer, [
      'home',
      'about-us',
      'contact',
      'dealer-locator',
      'locations-page',
    ]);
    for (const { address } of addresses) {
      await page.goto(address);
      const { main, footer, columns } = await page.evaluate(() => {
        const height = (at: string) => document.querySelector(at)?.getBoundingClientRect().height ?? 0;
        const bottoms = new Map<number, number>();
        for (const group of document.querySelectorAll('.site-footer-groups > div')) {
          const { left, bottom } = group.getBoundingClientRect();
          bottoms.set(left, Math.max(bottoms.get(left) ?? 0, bottom));
        }
        const top = document.querySelector('.site-footer-groups')?.getBoundingClientRect().top ?? 0;
        const columns = [...bottoms.values()].map((bottom) => bottom - top);
        return { main: height('main'), footer: height('.site-footer'), columns };
      });
      taller.push(main > footer);
      expect(Math.min(...columns) / Math.max(...columns), `columns of ${address}`).toBeGreaterThan(0.4);
    }
    expect(taller.filter(Boolean).length, dealer).toBeGreaterThan(taller.length / 2);
  }
});

/** How many cards of the results are in the first row, and texts of cards that reach beyond theirs. */
const firstRow = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('.search-results .vehicle-card')];
    const top = cards[0]?.getBoundingClientRect().top;
    const cut = cards.flatMap((card) => {
      const { right } = card.getBoundingClientRect();
      const texts = [...card.querySelectorAll('.vehicle-card-price *, .vehicle-card-chips *')];
      return texts
        .filter((text) => text.getBoundingClientRect().right > right)
        .map((text) => text.textContent);
    });
    return { cards: cards.filter((card) => card.getBoundingClientRect().top === top).length, cut };
  });

test('SRCH-07 from large screens on results are 3 in a row, 4 on a site that sets it, and no text is cut off', async ({
  page,
}) => {
  for (const [dealer, inARow] of [...TEMPLATE_DEALERS, 'longpaddock-caravans'].map(
    (slug) => [slug, demoDealers().find((each) => each.slug === slug)?.search.cardsPerRow] as const,
  )) {
    for (const width of [992, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(siteUrl(dealer, '/search/new-used-and-demo-cars'));
      expect(await firstRow(page), `${dealer} at ${width} px`).toEqual({ cards: inARow, cut: [] });
    }
  }
});

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

for (const [dealer, path] of [
  ['riverbend', '/finance-enquiry'],
  ['aldermoor', '/finance'],
  ['ironbark-trucks', '/finance'],
] as const) {
  test(`CONT-266 the columns of the finance page of ${dealer} have no void @core`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(siteUrl(dealer, path));
    const [form, steps, wording] = await Promise.all(
      ['#finance-form', '.finance-steps', '.finance-wording'].map((part) =>
        boxOf(page.locator(part).first()),
      ),
    );
    /** px */
    const most = 120;
    expect(Math.abs((steps?.bottom ?? 0) - (form?.bottom ?? 0))).toBeLessThan(10);
    expect((wording?.y ?? 0) - (form?.bottom ?? 0)).toBeLessThan(most);
  });

  for (const width of [390, 1440]) {
    test(`FIN-233 at ${width} px the calculator of ${dealer} comes first, its figure in view while fields change @core`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(siteUrl(dealer, path));
      const calculator = await boxOf(page.locator('.finance-calculator'));
      expect(calculator.bottom).toBeLessThan((await boxOf(page.locator('#finance-form'))).y);
      const slider = page.locator('.calculator input[type="range"]').last();
      await slider.evaluate((each) => each.scrollIntoView({ block: 'end' }));
      await expect(page.locator('.calculator-figure ul')).toBeInViewport({ ratio: 1 });
    });
  }
}

for (const width of [390, 768, 1440]) {
  test(`CONT-270 at ${width} px the makes of aldermoor are in one case and on one line @core`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(siteUrl('aldermoor'));
    const names = await page.locator('.make-tile strong').evaluateAll((all) =>
      all.map((name) => ({
        top: name.getBoundingClientRect().top,
        inset: name.getBoundingClientRect().left - (name.parentElement?.getBoundingClientRect().left ?? 0),
        transform: getComputedStyle(name).textTransform,
      })),
    );
    expect(names.length).toBeGreaterThan(4);
    expect(new Set(names.map(({ inset }) => Math.round(inset))).size).toBe(1);
    expect(new Set(names.map(({ transform }) => transform)).size).toBe(1);
    // In one row each, whichever makes have a mark.
    const rows = new Set(names.map(({ top }) => Math.round(top)));
    const inRow = await page
      .locator('.make-tiles')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(rows.size).toBeLessThanOrEqual(Math.max(2, Math.ceil(names.length / inRow)));
  });
}

for (const dealer of ['brightkey', 'aldermoor', 'ironbark-trucks', 'riverbend']) {
  test(`CONT-271 the opening state of ${dealer} is aligned with its phone number, inside the header @core`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(siteUrl(dealer));
    const textBox = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const { left, bottom } = range.getBoundingClientRect();
          return { left, bottom };
        });
    const number = await textBox('.site-header-phone .site-header-word');
    const state = await textBox('.site-header-hours .open-now');
    const header = await boxOf(page.locator('.site-header'));
    expect(Math.abs(number.left - state.left)).toBeLessThan(3);
    expect(state.bottom).toBeLessThan(header.bottom - 6);
    const menu = await page.locator('.site-menu').boundingBox();
    const call = await boxOf(page.locator('.site-header-call'));
    const isBelow = menu !== null && menu.y >= call.bottom - 1;
    expect(isBelow || menu === null || menu.x + menu.width <= call.x).toBe(true);
  });
}

for (const dealer of ['brightkey', 'riverbend', 'longpaddock-caravans']) {
  test(`CONT-272 the search of ${dealer} covers only the lower edge of its photo @core`, async ({ page }) => {
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(siteUrl(dealer));
      const photo = await boxOf(page.locator('.hero-media'));
      const panel = await boxOf(page.locator('.hero-panel'));
      expect(photo.bottom - panel.y, `${width} px`).toBeLessThan(photo.height * 0.15);
    }
  });
}

test('CONT-274 the spaces between words of a metro heading grow with its size @core', async ({ page }) => {
  for (const dealer of ['riverbend', 'brightkey', 'longpaddock-caravans']) {
    await page.goto(siteUrl(dealer));
    const shares = await page.locator('h1, h2').evaluateAll((all) =>
      all.map((heading) => {
        const { wordSpacing, fontSize } = getComputedStyle(heading);
        return Number.parseFloat(wordSpacing) / Number.parseFloat(fontSize);
      }),
    );
    expect(Math.min(...shares), dealer).toBeGreaterThan(0.08);
  }
});

test('CONT-275 the frame of another company has a gap to the cards above it @core', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(siteUrl('riverbend', '/contact-us'));
  const above = await boxOf(page.locator('.columns:has(#contact)'));
  const frame = await boxOf(page.locator('.third-party-slots'));
  expect(frame.y - above.bottom).toBeGreaterThanOrEqual(24);
});
