import { get, siteUrl } from './site.ts';

/** Address of a car of the demo stock, by its stock number. */
export async function carOf(dealer: string, stocknum: string): Promise<string> {
  const { text } = await get(siteUrl(dealer, `/search/new-used-and-demo-cars?query=${stocknum}`));
  const [, path] = new RegExp(`href="(/cars/[^"]*-${stocknum.toLowerCase()})"`).exec(text) ?? [];
  if (!path) throw new Error(`${dealer} has no ${stocknum}`);
  return siteUrl(dealer, path);
}

/** A Wrangler with spin, panorama and hotspots. */
export const spun = () => carOf('riverbend', 'U20650');
