import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { searchFacts } from '#src/features/account/server/account-privacy.ts';
import { contactRow } from '#src/features/account/server/queries/contact-queries.ts';
import { savedSearchRowsOf } from '#src/features/account/server/queries/saved-search-queries.ts';
import { watchlistOf } from '#src/features/account/server/queries/watchlist-queries.ts';
import { type Contact, type SessionServices, signedInContact } from '#src/features/account/server/session.ts';
import { dealsOf } from '#src/features/deal/server/queries/deal-queries.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type LeadOfShopper, leadsOfShopper } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { reservationsOfContact } from '#src/features/reservations/server/queries/reservation-queries.ts';
import { tradeInsOfContact } from '#src/features/trade-in/server/queries/trade-in-queries.ts';
import { findVehiclesById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';

/** Content only of what the shopper sent from the account with its own phone; anyone may type a number. */
function enquiryFacts({ id, form, createdAt, payload, isOwn }: LeadOfShopper, phone: string) {
  const content = isOwn ? readLeadPayload(payload) : undefined;
  return {
    ...{ id, form, sent_at: createdAt },
    ...(content?.phone === phone && { content }),
  };
}

async function accountData(services: SessionServices, dealer: DealerConfig, contact: Contact) {
  const { db, clock } = services;
  const [account, watched, searches, deals, leads, reservations, valuations] = await Promise.all([
    contactRow(db, contact),
    watchlistOf(db, contact),
    savedSearchRowsOf(db, contact),
    dealsOf(db, contact),
    leadsOfShopper(db, contact),
    reservationsOfContact(db, contact),
    tradeInsOfContact(db, contact),
  ]);
  const ids = [...new Set([...watched, ...deals, ...leads].flatMap(({ vehicleId }) => vehicleId ?? []))];
  const vehicles = new Map((await findVehiclesById(db, dealer.slug, ids)).map((each) => [each.id, each]));
  const vehicleFacts = (id: string | null) => {
    const vehicle = id === null ? undefined : vehicles.get(id);
    return vehicle && { name: vehicleName(vehicle), path: vehiclePath(vehicle.slug) };
  };
  return {
    exported_at: clock.now().toISOString(),
    site: canonicalOrigin(dealer),
    account,
    saved_vehicles: watched.map(({ vehicleId, savedAt, price }) => ({
      vehicle: vehicleFacts(vehicleId),
      saved_at: savedAt,
      price,
    })),
    saved_searches: searches.map(searchFacts),
    deals: deals.map(({ vehicleId, query, savedAt }) => ({
      vehicle: vehicleFacts(vehicleId),
      choices: query,
      saved_at: savedAt,
    })),
    enquiries: leads.map((lead) => ({
      ...enquiryFacts(lead, contact.phone),
      vehicle: vehicleFacts(lead.vehicleId),
    })),
    reservations: reservations.map(({ id, state, amount_cents, created_at, paid_at, refunded_at }) => ({
      ...{ id, state, amount_cents, created_at, paid_at, refunded_at },
    })),
    valuations,
  };
}

/** FAV-295: handles `GET /api/account/export`, all that the site stores about the signed-in shopper. */
export async function respondWithExport(
  services: SessionServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  if (!contact) return errorResponse(403, 'sign_in_required', 'Please sign in to download your data.');
  return new Response(JSON.stringify(await accountData(services, dealer, contact), null, 2), {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${dealer.slug}-my-data.json"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
