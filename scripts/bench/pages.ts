import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import type { DemoStack } from '../demo/demo-stack.ts';

/** Vehicles in stock whose pages shoppers can open, in an order that is the same in every run. */
export async function listedVehicles(
  { services, dealers }: Pick<DemoStack, 'services' | 'dealers'>,
  slug: string,
): Promise<StockedVehicle[]> {
  const dealer = dealers.find((one) => one.slug === slug);
  if (!dealer) throw new Error(`The demo has no dealer ${slug}.`);
  const vehicles = await presentVehicles(services.db, slug);
  return vehicles
    .filter((vehicle) => vehicle.status === 'in_stock')
    .filter((vehicle) => pageOf(vehicle, dealer, services.clock.now()).kind === 'listed')
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** The goals of a page type: scripts in KB of gzip, the page before scrolling in KB as sent. */
type Goals = {
  performance: number;
  scriptKb: number;
  pageKb?: number;
  /** Search engines do not list it, which costs points for SEO. */
  isUnlisted?: true;
};

export type PageToMeasure = {
  name: string;
  url: string;
  goals: Goals;
};

type BenchPage = {
  name: string;
  dealer: string;
  goals: Goals;
  path: (stack: DemoStack, dealer: string) => string | Promise<string>;
};

const CONTENT = { performance: 97, scriptKb: 8 };
const VEHICLE = { performance: 97, scriptKb: 12, pageKb: 180 };
const SEARCH = { performance: 97, scriptKb: 12 };

/** One dealer of each template. */
const DEALERS = ['riverbend', 'kookaburra-cars', 'aldermoor'] as const;
const [GROUP] = DEALERS;
const GALLERY_PHOTOS = 5;

const searchPath: BenchPage['path'] = ({ dealers }, dealer) =>
  dealers.find(({ slug }) => slug === dealer)?.search.defaultPath ?? '/search';

/** A car with a whole gallery, else the one with the most pictures. */
async function vehiclePath(stack: DemoStack, dealer: string): Promise<string> {
  const cars = (await listedVehicles(stack, dealer)).filter(({ item_type }) => item_type === 'car');
  const photos = (car: (typeof cars)[number]) => Math.min(car.images.length, GALLERY_PHOTOS);
  const [car] = cars.sort((a, b) => photos(b) - photos(a));
  if (!car) throw new Error(`${dealer} has no car to measure.`);
  return `/cars/${car.slug}`;
}

const ofGroup = (name: string, path: string): BenchPage => ({
  name,
  dealer: GROUP,
  goals: CONTENT,
  path: () => path,
});

/** The page that a site renders at an internal address, wherever the site has it. @throws RangeError for none */
const routed = (name: string, dealer: string, internal: string, goals: Goals = CONTENT): BenchPage => ({
  name,
  dealer,
  goals,
  path: ({ dealers }) => {
    const site = dealers.find(({ slug }) => slug === dealer);
    const route = site && siteRoutes(site).find((each) => each.internal === internal);
    if (!route) throw new RangeError(`${dealer} has no page ${internal}.`);
    return route.path;
  },
});

/** The pages that differ most between templates, and one page of every other type. */
const BENCH_PAGES: readonly BenchPage[] = [
  ...DEALERS.flatMap((dealer): BenchPage[] => [
    { name: `home, ${dealer}`, dealer, goals: CONTENT, path: () => '/' },
    { name: `search, ${dealer}`, dealer, goals: SEARCH, path: searchPath },
    { name: `vehicle, ${dealer}`, dealer, goals: VEHICLE, path: vehiclePath },
  ]),
  ofGroup('locations', '/dealer-locator'),
  ofGroup('location', '/locations/fortitude-valley'),
  ofGroup('contact', '/contact'),
  ofGroup('about', '/about-us'),
  routed('brand', GROUP, '/brands/toyota'),
  routed('model', 'ridgeline-isuzu', '/models/d-max'),
  routed('offer', GROUP, '/offers/first-service'),
  routed('offers', GROUP, '/special-offers'),
  routed('information', GROUP, '/info/service'),
  routed('blog', GROUP, '/blog'),
  routed('post', GROUP, '/blog/towing-a-van'),
  routed('thank-you', GROUP, '/success', { ...CONTENT, isUnlisted: true }),
];

/** Names of the pages whose name holds `only`; all without it. @throws RangeError where none does */
export function pageNames(only = ''): string[] {
  const names = BENCH_PAGES.map(({ name }) => name).filter((name) => name.includes(only));
  if (names.length > 0) return names;
  throw new RangeError(
    `No page named "${only}". There are: ${BENCH_PAGES.map(({ name }) => name).join('; ')}.`,
  );
}

/** The pages of these names with their addresses on a running demo. */
export const pagesToMeasure = (stack: DemoStack, names: readonly string[]): Promise<PageToMeasure[]> =>
  Promise.all(
    BENCH_PAGES.filter(({ name }) => names.includes(name)).map(async ({ name, dealer, goals, path }) => ({
      name,
      goals,
      url: `http://${dealer}.localhost:${stack.port}${await path(stack, dealer)}`,
    })),
  );
