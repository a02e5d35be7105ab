import type { DemoStack } from '../processes/demo-stack.ts';

export type PageToMeasure = {
  name: string;
  url: string;
  /** Goals of this kind of page. */
  goals: { performance: number; scriptKb: number };
};

const CONTENT = { performance: 100, scriptKb: 5 };
const VEHICLE = { performance: 98, scriptKb: 10 };
const SEARCH = { performance: 98, scriptKb: 125 };

/** One page of every type, the vehicle page of a car with pictures. */
export async function pagesToMeasure(stack: DemoStack): Promise<PageToMeasure[]> {
  const group = `http://riverbend.localhost:${stack.port}`;
  const yard = `http://kookaburra-cars.localhost:${stack.port}`;
  const car = await stack.services.db
    .selectFrom('vehicles')
    .select('slug')
    .where('dealer', '=', 'riverbend')
    .where('status', '=', 'in_stock')
    .where('removed_at', 'is', null)
    .where('record', 'like', '%"images":[{%},{%')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return [
    { name: 'home, group', url: `${group}/`, goals: CONTENT },
    { name: 'home, yard', url: `${yard}/`, goals: CONTENT },
    { name: 'search', url: `${group}/search/new-used-and-demo-cars`, goals: SEARCH },
    { name: 'vehicle', url: `${group}/cars/${car.slug}`, goals: VEHICLE },
    { name: 'locations', url: `${group}/dealer-locator`, goals: CONTENT },
    { name: 'location', url: `${group}/locations/fortitude-valley`, goals: CONTENT },
    { name: 'contact', url: `${group}/contact`, goals: CONTENT },
    { name: 'about', url: `${group}/about-us`, goals: CONTENT },
  ];
}
