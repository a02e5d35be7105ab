import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import { asSeen, dealChanges } from '#src/features/deal/deal-changes.ts';
import { type DealProblems, dealQuery, MAX_QUERY_LENGTH, readDeal } from '#src/features/deal/deal-choices.ts';
import type { DealFacts, DealFare } from '#src/features/deal/deal-sum.ts';
import { findVehiclePage } from '#src/features/vehicle/server/find-vehicle-page.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';
import { saveDeal, storedDealQuery } from './account-deals.ts';
import { type DealServices, dealFacts, dealFare } from './deal-facts.ts';

export type DealPage =
  | { kind: 'unknown' }
  | { kind: 'elsewhere'; to: string }
  /** No longer listed. */
  | { kind: 'gone'; searchPath: string }
  /** Sold, or without a price. */
  | { kind: 'closed'; vehicle: StockedVehicle; isSold: boolean }
  | {
      kind: 'deal';
      vehicle: StockedVehicle;
      facts: DealFacts;
      /** Of the choices, with what the page shows counted as seen. */
      query: string;
      fare: DealFare | null;
      problems: DealProblems;
      /** Sentences about what is not as it was. */
      changes: readonly string[];
      isSignedIn: boolean;
    };

export const OTHER_VERSION_MESSAGE =
  'This link is from another version of our site, so its choices can’t be read. You can make them again here.';

type Asked = { slug: string; request: Request; clientAddress: string | undefined };

/** VDP-238: stores the deal of a signed-in shopper; the address leads back to it. */
async function post(
  services: DealServices,
  vehicle: StockedVehicle,
  { request }: Asked,
  contact: Contact | undefined,
): Promise<DealPage> {
  const body = new URLSearchParams(await request.text());
  const query = (body.get('query') ?? '').slice(0, MAX_QUERY_LENGTH);
  const to = `${dealPath(vehicle)}?${query}`;
  if (!contact) return { kind: 'elsewhere', to };
  await saveDeal(services, contact, vehicle.id, query);
  return { kind: 'elsewhere', to };
}

/** VDP-230: handles GET and POST of a deal's page, which works without JavaScript. */
export async function dealPage(
  services: DealServices,
  dealer: DealerConfig,
  asked: Asked,
): Promise<DealPage> {
  const { slug, request, clientAddress } = asked;
  const { search, searchParams } = new URL(request.url);
  const page = await findVehiclePage(services, dealer, slug);
  if (page.kind === 'moved' && page.to.startsWith('/cars/'))
    return { kind: 'elsewhere', to: `${page.to}/deal${search}` };
  if (page.kind === 'moved') return { kind: 'gone', searchPath: page.to };
  if (page.kind !== 'listed') return page;
  const { vehicle, isSold } = page;
  const contact = dealer.account.signIn
    ? await signedInContact(services, dealer.slug, request.headers.get('cookie'))
    : undefined;
  if (request.method === 'POST') return post(services, vehicle, asked, contact);
  const facts = isSold ? undefined : dealFacts(services, dealer, vehicle);
  if (!facts) return { kind: 'closed', vehicle, isSold };
  const stored = search === '' && contact ? await storedDealQuery(services, contact, vehicle.id) : undefined;
  if (stored !== undefined) return { kind: 'elsewhere', to: `${dealPath(vehicle)}?${stored}` };
  const { choices, problems, isOfOtherVersion } = readDeal(searchParams);
  const fare = await dealFare(services, dealer, vehicle, { choices, clientAddress });
  return {
    kind: 'deal',
    vehicle,
    facts,
    query: dealQuery(asSeen(facts, choices, fare)),
    fare,
    problems,
    changes: [...(isOfOtherVersion ? [OTHER_VERSION_MESSAGE] : []), ...dealChanges(facts, choices, fare)],
    isSignedIn: contact !== undefined,
  };
}
