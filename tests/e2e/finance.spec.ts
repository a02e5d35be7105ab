import type { DealerConfig } from '#src/config/dealer-config.ts';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { pageTypesOf } from '../../scripts/contact-sheet/sheet-pages.ts';
import { IS_FULL } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { readPdf } from '../fixtures/pdf-text.ts';
import { expect, get, siteUrl, test } from './site.ts';
import { type Hit, MOST_PAGES, pageOfStock } from './stock-examples.ts';

/**
 * Repayments and rates as the sites show them: on every type of page of every demo dealer and a few of its cars; at full
 * length on every page and every car.
 */

const dealers = demoDealers();
const SAMPLE = IS_FULL ? Number.POSITIVE_INFINITY : 4;
/** Pages and cars of the smallest demo dealer. */
const FEWEST_LISTED = 40;
/** As far as one shown thing reaches in plain text. */
const BESIDE = 250;

/** What a page shows, without what only scripts read. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');

const REPAYMENT = /\$[\d,]+(?:\.\d\d)? ?\/ ?(?:week|month)(?! ?Subscription)/g;
const RATE = /\d+(?:\.\d+)?% p\.a\./g;

/** Repayments and rates without a comparison rate. */
function alone(html: string): string[] {
  const text = textOf(html);
  return [...text.matchAll(REPAYMENT), ...text.matchAll(RATE)].flatMap(({ 0: found, index }) => {
    const beside = text.slice(Math.max(0, index - BESIDE), index + found.length + BESIDE);
    return /comparison rate/i.test(beside) ? [] : [`${found} in "${beside}"`];
  });
}

async function financedCars(slug: string): Promise<Hit[]> {
  const cars: Hit[] = [];
  for (let page = 0; page < MOST_PAGES && cars.length < SAMPLE; page += 1) {
    const hits = await pageOfStock(slug, page);
    if (hits.length === 0) break;
    cars.push(...hits.filter(({ repayment }) => repayment && repaymentDisplay(repayment).kind === 'amount'));
  }
  return cars.slice(0, SAMPLE);
}

/** Paths of all pages and cars in the sitemaps of a site. */
async function listedPages(slug: string): Promise<string[]> {
  const addressesIn = async (path: string) =>
    [...(await get(siteUrl(slug, path))).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => {
      const { pathname, search } = new URL(address);
      return pathname + search;
    });
  const isMap = (path: string) => /^\/sitemap-[\w-]+\.xml$/.test(path);
  const open = ['/sitemap.xml', '/sitemap-cars.xml'];
  const pages: string[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const address of await addressesIn(path)) (isMap(address) ? open : pages).push(address);
  return pages;
}

const each = dealers.map((dealer) => ({ slug: dealer.slug, dealer }));

for (const { slug, dealer } of each) {
  test(`FIN-11 no page of ${slug} has a rate or a repayment without a comparison rate @core`, async () => {
    const [car] = await financedCars(slug);
    const paths = pageTypesOf(dealer).flatMap(({ path }) => path ?? []);
    const listed = IS_FULL ? await listedPages(slug) : [];
    if (IS_FULL) expect(listed.length, 'cars and pages in the sitemaps').toBeGreaterThan(FEWEST_LISTED);
    for (const path of new Set([...paths, ...(car ? [vehiclePath(car.slug)] : []), ...listed])) {
      const { text } = await get(siteUrl(slug, path));
      expect.soft(alone(text), `${slug}${path}`).toEqual([]);
    }
  });

  // A site that rents by the week offers no loan.
  if (dealer.subscription) continue;
  test(`FIN-09 card, page, sheet and search of ${slug} agree about a car @core`, async () => {
    const cars = await financedCars(slug);
    expect(cars.length, 'cars with a repayment').toBeGreaterThan(0);
    for (const car of cars) await agree(dealer, car);
  });
}

/** Every place that names the repayment of a car names one figure, with one pair of rates. */
async function agree(dealer: DealerConfig, car: Hit): Promise<void> {
  const display = car.repayment && repaymentDisplay(car.repayment);
  if (display?.kind !== 'amount') throw new Error(`${car.slug} shows no repayment`);
  const { amountText, rateText, comparisonText } = display;
  const path = vehiclePath(car.slug);

  const { text: html } = await get(siteUrl(dealer.slug, path));
  // Other terms have other repayments, an example other rates.
  const own = textOf(html.replace(/<table class="finance-summary-terms.*?<\/table>/gs, '')).replace(
    /Example for used vehicles:.*? with no deposit\./g,
    '',
  );
  const weeks = new Set(own.match(/\$[\d,]+ \/ week/g) ?? []);
  expect.soft([...weeks], `weeks of ${path}`).toEqual([amountText]);
  const rates = new Set(own.match(/[\d.]+% p\.a\. interest rate/g) ?? []);
  expect.soft([...rates], `interest of ${path}`).toEqual([rateText]);
  const compared = new Set(own.match(/[\d.]+% p\.a\. comparison rate/g) ?? []);
  expect.soft([...compared], `comparison rates of ${path}`).toEqual([comparisonText]);
  expect
    .soft(html.match(/<script type="application\/ld\+json">.*?<\/script>/gs)?.join() ?? '')
    .not.toMatch(REPAYMENT);

  const found = await get(
    siteUrl(dealer.slug, `${dealer.search.defaultPath}?query=${car.slug.split('-').at(-1)}`),
  );
  const card = found.text.split('<article').find((part) => part.includes(`"${path}"`));
  for (const text of Object.values({ amountText, rateText, comparisonText }))
    expect.soft(textOf(`<article${card ?? ''}`), `card of ${path}`).toContain(text);

  if (!dealer.vehiclePage.pdf) return;
  const pdf = await get(siteUrl(dealer.slug, `${path}.pdf`));
  const sheet = (await readPdf(pdf.bytes)).text;
  for (const text of [amountText, rateText, comparisonText])
    expect.soft(sheet, `sheet of ${path}`).toContain(text);
}
