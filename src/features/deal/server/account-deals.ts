import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { garageCar } from '#src/features/account/server/garage/garage-car.ts';
import { type Contact, signedInContact } from '#src/features/account/server/session.ts';
import { readDeal } from '#src/features/deal/deal-choices.ts';
import { type DealFare, dealSum } from '#src/features/deal/deal-sum.ts';
import {
  type AccountDeals,
  type ListedDeal,
  plainDealQuery,
  SaveDealsSchema,
} from '#src/features/deal/saved-deal.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { isAvailable, type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { type DealServices, dealFacts } from './deal-facts.ts';
import { type DealRow, dealsOf, removeDeals, storeDeals } from './queries/deal-queries.ts';

type Owner = Pick<Contact, 'id' | 'dealer'>;

/** A deal with its vehicle, if that is listed. */
type OwnDeal = DealRow & { vehicle: StockedVehicle | undefined };

async function ownDeals(
  services: Pick<DealServices, 'db' | 'clock'>,
  dealer: DealerConfig,
  owner: Owner,
): Promise<OwnDeal[]> {
  const rows = await dealsOf(services.db, owner);
  return Promise.all(
    rows.map(async (row) => {
      const enquired = await findEnquiredVehicle(services, dealer, row.vehicleId);
      return { ...row, vehicle: enquired.kind === 'listed' ? enquired.vehicle : undefined };
    }),
  );
}

/** Delivery as the shopper saw it: a list asks no service for prices. */
const fareSeen = ({ choices }: ReturnType<typeof readDeal>): DealFare | null =>
  choices.seenFare ? { ...choices.seenFare, region: '' } : null;

function textOf(services: DealServices, dealer: DealerConfig, { query, vehicle }: OwnDeal): string {
  if (!vehicle) return 'It may have been sold. Ask us about it, or start a deal for another.';
  if (!isAvailable(vehicle)) return 'It has been sold.';
  const facts = dealFacts(services, dealer, vehicle);
  if (!facts) return 'It has no price at the moment.';
  const read = readDeal(new URLSearchParams(query));
  const { total, balance, balanceLabel } = dealSum(facts, read.choices, fareSeen(read));
  return `${formatCents(total)} in total, ${formatCents(Math.abs(balance))} ${balanceLabel.toLowerCase()}`;
}

/** VDP-238: the deals of an account, newest first; empty if the site has none. */
export async function listDeals(
  services: DealServices,
  dealer: DealerConfig,
  owner: Owner,
): Promise<ListedDeal[]> {
  if (!dealer.deals.enabled) return [];
  const now = services.clock.now();
  const deals = await ownDeals(services, dealer, owner);
  return deals.map((deal) => ({
    carId: deal.vehicleId,
    name: deal.vehicle ? vehicleName(deal.vehicle) : 'A vehicle that is no longer listed',
    href: deal.vehicle && `${dealPath(deal.vehicle)}?${deal.query}`,
    car: deal.vehicle && garageCar(dealer, deal.vehicle, now),
    text: textOf(services, dealer, deal),
    savedAt: deal.savedAt,
    date: formatDate(zonedDate(new Date(deal.savedAt), dealer.timeZone).date),
  }));
}

/** The query of the account's deal for a vehicle, if there is one. */
export const storedDealQuery = async (
  { db }: Pick<DealServices, 'db'>,
  owner: Owner,
  vehicleId: string,
): Promise<string | undefined> =>
  (await dealsOf(db, owner)).find((deal) => deal.vehicleId === vehicleId)?.query;

/** VDP-238: stores one deal, changed now. */
export const saveDeal = (
  { db, clock }: Pick<DealServices, 'db' | 'clock'>,
  owner: Owner,
  vehicleId: string,
  query: string,
): Promise<void> =>
  atomically(db, (transaction) =>
    storeDeals(transaction, owner, [
      { vehicleId, query: plainDealQuery(query), savedAt: clock.now().toISOString() },
    ]),
  );

/** A browser's clock may be ahead, and a deal of the future would never be replaced. */
const notLaterThan = (instant: string, now: Date): string =>
  new Date(Math.min(Date.parse(instant), now.getTime())).toISOString();

/** The button of the list, which is a form without JavaScript. */
async function respondToRemoval(
  services: DealServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  const removed = new URLSearchParams(await request.text()).get('remove');
  if (contact && removed) await removeDeals(services.db, contact, [removed]);
  const headers = { Location: dealer.links.garage, 'Cache-Control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** VDP-238: handles `POST /api/deals`. */
export async function respondToDeals(
  services: DealServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return respondToRemoval(services, dealer, request);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SaveDealsSchema), await request.text());
  if (!parsed.success) return errorResponse(400, 'bad_request', 'Send the deals as JSON.');
  if (!dealer.deals.enabled) return errorResponse(404, 'deals_off', 'This site has no deals.');
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  if (!contact) return errorResponse(403, 'sign_in_required', 'Please sign in to save deals.');
  const { deals, remove } = parsed.output;
  const now = services.clock.now();
  const known = await Promise.all(
    deals.map(async (deal) => {
      const { kind } = await findEnquiredVehicle(services, dealer, deal.car_id);
      return kind === 'listed' || kind === 'gone' ? [deal] : [];
    }),
  );
  const rows = known.flat().map(({ car_id, query, saved_at }) => ({
    vehicleId: car_id,
    query: plainDealQuery(query),
    savedAt: notLaterThan(saved_at, now),
  }));
  const unique = [...new Map(rows.map((row) => [row.vehicleId, row])).values()];
  await atomically(services.db, async (transaction) => {
    await removeDeals(transaction, contact, remove);
    await storeDeals(transaction, contact, unique);
  });
  const stored = await ownDeals(services, dealer, contact);
  const body: AccountDeals = {
    deals: stored.map(({ vehicleId, query, savedAt, vehicle }) => ({
      car_id: vehicleId,
      query,
      saved_at: savedAt,
      ...(vehicle && { slug: vehicle.slug, name: vehicleName(vehicle) }),
    })),
  };
  return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
}
