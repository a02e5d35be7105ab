import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';

const PAGES = 'src/pages/tenants/[dealer]';
const ENDPOINTS = 'src/pages/api';

/** What one shopper has at a dealer: everything that an address could name. */
export type Owned = {
  garage: string;
  car: string;
  reservation: string;
  payment: string;
  valuation: string;
  photo: string;
  search: string;
  searchMac: string;
  stopToken: string;
  feedToken: string;
  lead: string;
};

/** Values of a parameter of an address; of a page whose parameters are others, by the page. */
const VALUES: Readonly<Record<string, (owned: Owned) => readonly string[]>> = {
  '[form]': () => Object.keys(LEAD_FORMS),
  '[page]': () => ['warranty'],
  '[part]': () => ['1'],
  '[file]': () => Object.values(FEED_FORMATS).map(({ file }) => file),
  '[slug]': () => ['riverbend-valley'],
  '[...scope]': () => ['used-cars'],
  '[token]': ({ stopToken }) => [stopToken],
  '[mac]': ({ searchMac }) => [searchMac],
  '[...step]': ({ valuation }) =>
    ['', '/vehicle', '/photos', '/offer', '/done'].map((step) => valuation + step),
  '/cars/[slug]': ({ car }) => [car],
  '/saved-cars/[slug]': ({ car }) => [car],
  '/api/cars/[slug]': ({ car }) => [car],
  '/reserve/[slug]': ({ car }) => [car],
  '/feeds/[token]': ({ feedToken }) => [feedToken],
  '/offers/[id]': () => ['winter'],
  '/reservations/[id]': ({ reservation }) => [reservation],
  '/online-payment/[id]': ({ payment }) => [payment],
  '/api/trade-in-photos/[id]': ({ photo }) => [photo],
  '/save-search/confirm/[id]': ({ search }) => [search],
  '/api/calendar/[lead]': ({ lead }) => [lead],
};

/** Pages whose public addresses are others than their files'. */
const ADDRESSES: Readonly<Record<string, (owned: Owned) => readonly string[]>> = {
  '/my-garage': ({ garage }) => [garage],
  '/success': ({ lead }) => [`/success?form=enquiry&lead=${lead}`],
  '/reserve/[slug]': ({ car }) => [
    `/cars/${car}/checkout`,
    `/cars/${car}/buy-online`,
    `/checkout-journey?car_id=${car}`,
  ],
  '/cars/[slug]/view.json': ({ car }) => [
    `/cars/${car}/view.json?photos_count=0&updated_at=2020-01-01T00:00:00Z`,
  ],
};

const PARAMETER = /\[[^\]]+\]/;

/** @property isRead it has no handler of a POST: asked with one, it says so in the log */
export type SiteRoute = { route: string; isRead: boolean };

const routesIn = (folder: string, under: string): SiteRoute[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:astro|ts)$/.test(name) && !name.split('/').some((part) => part.startsWith('_')))
    .map((name) => ({
      route: `${under}/${name.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')}`.replace(
        /(?<=.)\/$/,
        '',
      ),
      isRead: name.endsWith('.ts') && !/\bPOST\b/.test(readFileSync(join(folder, name), 'utf8')),
    }));

/** Every page and endpoint of a site, as its file is called: a new one is in the list by itself. */
export const siteRoutes = (): SiteRoute[] => [
  ...routesIn(PAGES, ''),
  ...routesIn(ENDPOINTS, '/api'),
  // The server itself responds there.
  { route: SEARCH_PATH, isRead: false },
];

/**
 * The addresses of a page or endpoint that name what a shopper owns.
 * @throws Error for a parameter that has no value here yet
 */
export function addressesOf(route: string, owned: Owned): string[] {
  const given = ADDRESSES[route]?.(owned);
  if (given) return [...given];
  const [parameter] = PARAMETER.exec(route) ?? [];
  if (parameter === undefined) return [route];
  const head = route.slice(0, route.indexOf(parameter) + parameter.length);
  const values = (VALUES[head] ?? VALUES[parameter])?.(owned);
  if (!values) throw new Error(`${route}: give ${head} a value in scripts/bench/account/site-routes.ts.`);
  return values.flatMap((value) => addressesOf(route.replace(parameter, value), owned));
}
