import type { DealerConfig } from '#src/config/dealer-config.ts';
import { pageTypesOf } from '../../scripts/contact-sheet/sheet-pages.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { firstCar, siteUrl } from './site.ts';

/** One demo dealer of each template. */
export const TEMPLATE_DEALERS = ['riverbend', 'ironbark-trucks', 'aldermoor'];

export type Address = { name: string; address: string };

function demoDealer(slug: string): DealerConfig {
  const dealer = demoDealers().find((each) => each.slug === slug);
  if (!dealer) throw new Error(`No demo dealer "${slug}"`);
  return dealer;
}

const known = new Map<string, string[]>();

/** Names of the types of page that a demo dealer's site has. */
export function pageTypeNames(slug: string): string[] {
  const names = known.get(slug) ?? pageTypesOf(demoDealer(slug)).map(({ name }) => name);
  known.set(slug, names);
  return names;
}

/**
 * One address of each type of page a dealer's site has.
 * @param wanted names of page types, in the order they are walked; every one where none is given
 */
export async function sweepAddresses(slug: string, wanted?: readonly string[]): Promise<Address[]> {
  const dealer = demoDealer(slug);
  const types = new Map(pageTypesOf(dealer).map(({ name, path }) => [name, path]));
  const found: Address[] = [];
  for (const name of wanted ?? types.keys()) {
    if (!types.has(name)) continue;
    const path = types.get(name);
    const address = path ? siteUrl(slug, path) : await firstCar(slug, dealer.search.defaultPath);
    found.push({ name, address });
  }
  return found;
}
