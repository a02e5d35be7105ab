import type { Page } from 'playwright/test';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { IS_CORE, IS_FULL } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { fillByKeyboard, type Manner, skipToContent, tabTo } from './fill-by-keyboard.ts';
import { type FormPlace, formPlaces } from './form-places.ts';
import { TEMPLATE_DEALERS } from './page-types.ts';
import { postForm } from './post-form.ts';
import { CRM_URL, expect, formAwake, siteUrl, test } from './site.ts';
import { stockExamples } from './stock-examples.ts';

/**
 * Every form of a demo dealer on the width of a phone, filled in by keyboard alone; with scripts the form sends
 * itself, without them the browser does. What was written is then looked for at the demo's CRM, whichever way it came.
 */
const WIDTH = 390;
test.use({
  viewport: { width: WIDTH, height: 844 },
  trace: 'off',
  // What moves takes the browser a fifth of the time: other extents have it.
  contextOptions: IS_CORE ? { reducedMotion: 'reduce' } : {},
});

const dealers = demoDealers();
/** Has few forms. */
const SMALL_DEALER = 'aldermoor';
/**
 * Forms of one dealer of each template are walked; without scripts, where a template only looks different, those of a
 * small one. All others are posted, as a browser without scripts does.
 */
const isWalked = (slug: string, javaScriptEnabled: boolean) =>
  IS_FULL || (javaScriptEnabled ? TEMPLATE_DEALERS.includes(slug) : slug === SMALL_DEALER);
/** Of what each template has, the core walks one: the dialogs of the dealer that has few of them. */
const OF_CORE = TEMPLATE_DEALERS[0];

/** Forms of a dealer that are walked on its site: all, and in the core those that no other template's dealer walks. */
async function walkedPlaces(dealer: DealerConfig): Promise<FormPlace[]> {
  const places = formPlaces(dealer, await stockExamples(dealer.slug));
  if (!IS_CORE) return places;
  const others = await Promise.all(
    dealers
      .filter(({ slug }) => TEMPLATE_DEALERS.includes(slug))
      .map(async (each) => ({ slug: each.slug, places: formPlaces(each, await stockExamples(each.slug)) })),
  );
  return places.filter(({ name }) => {
    const having = others.filter((other) => other.places.some((place) => place.name === name));
    return having[name.length % having.length]?.slug === dealer.slug;
  });
}

/** But the quick quote, which continues at the broker: quick-quote.spec.ts. */
const FORM_LINKS = 'a[href^="/enquire/"]:not([href*="/quick-quote"])';

async function goTo(page: Page, slug: string, path: string): Promise<void> {
  await page.goto(siteUrl(slug, path));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `width of ${path}`).toBe(WIDTH);
}

/** A page with its form next in the order of focus: its address names it, or the link is followed that skips to it. */
async function goToForm(page: Page, slug: string, path: string): Promise<void> {
  await goTo(page, slug, path);
  if (!path.includes('#')) await skipToContent(page);
}

async function sendByKeyboard(page: Page, manner: Manner): Promise<void> {
  await fillByKeyboard(page, manner);
  await page.waitForURL(/\/success\?form=[\w-]+&lead=[\da-f-]+$/, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();
}

/** Waits until all of these words have reached the CRM for this dealer. */
async function inCrm(slug: string, messages: readonly string[]): Promise<void> {
  type Arrival = { dealer: string; text: string; raw: string };
  await expect(async () => {
    const arrivals = (await (await fetch(`${CRM_URL}/arrivals.json`)).json()) as Arrival[];
    const received = arrivals.filter(({ dealer }) => dealer === slug);
    const isThere = (words: string) =>
      received.some(({ text, raw }) => text.includes(words) || raw.includes(words));
    expect(messages.filter((words) => !isThere(words))).toEqual([]);
  }).toPass({ timeout: PATIENCE_MS });
}

/** Goes through the valuation of a vehicle, from the plate to the end. */
async function valueVehicle(page: Page, manner: Manner): Promise<void> {
  const MOST_STEPS = 8;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { pathname } = new URL(page.url());
    if (pathname.endsWith('/done')) return;
    if (step > 0) await skipToContent(page);
    const isAsking = await page.locator('main form[method="post"]').count();
    if (pathname.endsWith('/photos') || !isAsking) {
      await tabTo(page, ({ text, href }) => text === 'Finish' || /\/(?:photos|done)$/.test(href));
      await page.keyboard.press('Enter');
    } else await fillByKeyboard(page, manner);
    await page.waitForURL((url) => url.pathname !== pathname);
  }
  throw new Error(`A valuation ended at ${page.url()}`);
}

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test.describe(way, () => {
    test.use({ javaScriptEnabled });
    /** Who fills in the form of that name; no word of one is part of another's. */
    const mannerOf = (page: Page, slug: string, name: string): Manner => ({
      message: `From ${slug}, ${name}, ${way}.`,
      choose: javaScriptEnabled ? 'ArrowDown' : 'End',
      beforeSend: async () => (javaScriptEnabled ? formAwake(page) : undefined),
    });

    for (const dealer of dealers.filter(({ slug }) => isWalked(slug, javaScriptEnabled))) {
      const { slug } = dealer;
      const tag = javaScriptEnabled ? ' @core' : '';
      test(`FORM-01 every form of ${slug} is filled in by keyboard and reaches the CRM${tag}`, async ({
        page,
      }) => {
        const sent: string[] = [];
        for (const { name, path } of await walkedPlaces(dealer)) {
          const manner = mannerOf(page, slug, name);
          await goToForm(page, slug, path);
          await sendByKeyboard(page, manner);
          sent.push(manner.message);
        }
        // Here no challenge gives a token, and of leads without one a site holds all but a few.
        if (!dealer.leads.turnstile) await inCrm(slug, sent);
      });
    }

    for (const dealer of dealers.filter(({ slug }) => isWalked(slug, javaScriptEnabled))) {
      const { slug, links, pages } = dealer;
      if (!pages['trade-in'].enabled || gateAt(dealer, links.tradeIn)) continue;
      const tag = javaScriptEnabled && slug === OF_CORE ? ' @core' : '';
      test(`FORM-10 a vehicle is valued at ${slug} by keyboard${tag}`, async ({ page }) => {
        const manner = { ...mannerOf(page, slug, 'valuation'), beforeSend: async () => {} };
        await goToForm(page, slug, `${links.tradeIn}#contact`);
        await valueVehicle(page, manner);
        await inCrm(slug, [manner.message]);
      });
    }

    for (const slug of TEMPLATE_DEALERS.filter((each) => isWalked(each, javaScriptEnabled))) {
      test(`FORM-05 the enquiry on the page of a vehicle of ${slug}, and what a sold one offers`, async ({
        page,
      }) => {
        const { forSale, sold } = await stockExamples(slug);
        const sent: string[] = [];
        for (const [name, car] of Object.entries({ 'car for sale': forSale, 'sold car': sold })) {
          if (!car) continue;
          const manner = mannerOf(page, slug, name);
          await goToForm(page, slug, `/cars/${car.slug}#enquire`);
          await sendByKeyboard(page, manner);
          sent.push(manner.message);
        }
        await inCrm(slug, sent);
      });
    }
  });
}

for (const dealer of dealers.filter(({ slug }) => !isWalked(slug, false))) {
  const { slug } = dealer;
  test(`FORM-01 every form of ${slug} is posted and reaches the CRM @core`, async () => {
    const sent: string[] = [];
    for (const { name, path } of formPlaces(dealer, await stockExamples(slug))) {
      const message = `From ${slug}, ${name}, posted.`;
      const { status, location } = await postForm(siteUrl(slug, path), message);
      expect.soft(`${status} ${location}`, path).toMatch(/^303 \/success/);
      sent.push(message);
    }
    if (!dealer.leads.turnstile) await inCrm(slug, sent);
  });
}

for (const slug of TEMPLATE_DEALERS) {
  const tag = slug === SMALL_DEALER ? ' @core' : '';
  test(`FORM-01 dialogs on the page of a vehicle of ${slug} are opened, filled in and sent by keyboard${tag}`, async ({
    page,
  }) => {
    const { forSale, withoutPhotos } = await stockExamples(slug);
    const sent: string[] = [];
    for (const car of withoutPhotos ? [forSale, withoutPhotos] : [forSale]) {
      const path = `/cars/${car.slug}`;
      await goTo(page, slug, path);
      const hrefs = await page
        .locator(FORM_LINKS)
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      for (const href of new Set(hrefs)) {
        const message = `From ${slug}, dialog ${href}.`;
        await goTo(page, slug, path);
        await tabTo(page, (at) => at.href === href);
        await page.keyboard.press('Enter');
        await expect(page.locator('#form-dialog .lead-form')).toBeVisible();
        await sendByKeyboard(page, { message, choose: 'ArrowDown', beforeSend: async () => {} });
        sent.push(message);
      }
    }
    expect(sent.length).toBeGreaterThan(0);
    await inCrm(slug, sent);
  });
}
