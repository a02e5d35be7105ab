import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { storeLeadCall } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { phoneForCar } from '#src/features/locations/location-phones.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { PhoneRefused, PhoneRevealed } from '#src/features/vehicle/vehicle-endpoints.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { errorBody } from '#src/platform/http/endpoint.ts';
import { isWithinLimit, windowOfUse } from '#src/platform/limits/rate-limits.ts';
import { href, telephoneHref } from '#src/platform/routing/href.ts';
import { locationPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';

export type PhoneReveal =
  | { kind: 'revealed'; phone: string }
  | { kind: 'sold' }
  | { kind: 'no_phone' }
  | { kind: 'too_many'; retryAfterSeconds: number };

type RevealServices = Pick<Services, 'clock' | 'db' | 'env' | 'log'>;

export type CallContext = {
  vehicle: Pick<StockedVehicle, 'id' | 'car_type'>;
  isSold: boolean;
  location: Location;
  dealership: Dealership;
};

/**
 * VDP-17: records a lead call and returns the full number, even if recording fails.
 */
export async function revealPhone(
  services: RevealServices,
  dealer: DealerConfig,
  { vehicle, isSold, location, dealership }: CallContext,
  clientAddress: string | undefined,
): Promise<PhoneReveal> {
  const { clock, db, log } = services;
  if (isSold) return { kind: 'sold' };
  const phone = phoneForCar(
    dealer.phones,
    vehicle.car_type,
    location.phone,
    dealership.switches.phonePerCarType,
  );
  if (phone === '') {
    log.warn({ dealer: dealer.slug, location: location.slug }, 'No phone number available');
    return { kind: 'no_phone' };
  }
  const now = clock.now();
  try {
    if (!(await isWithinLimit(services, dealer, 'call', clientAddress)))
      return { kind: 'too_many', retryAfterSeconds: windowOfUse('call', now).secondsLeft };
    await storeLeadCall(db, {
      id: randomUUID(),
      website_id: dealer.slug,
      car_id: vehicle.id,
      dealership_id: dealership.id,
      created_at: now.toISOString(),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ dealer: dealer.slug, reason }, 'lead call not recorded');
  }
  return { kind: 'revealed', phone };
}

const REFUSALS = {
  no_phone: { status: 404, code: 'no_phone', message: 'No phone number available' },
  too_many: {
    status: 429,
    code: 'too_many_calls',
    message: 'Too many numbers were requested. The page of the location shows them all.',
  },
} as const;

const NOT_FOR_SALE = {
  sold: { status: 409, code: 'car_sold', message: 'This vehicle has been sold.' },
  unknown: { status: 404, code: 'unknown_car', message: 'No such vehicle is listed.' },
  gone: { status: 410, code: 'car_gone', message: 'This vehicle is no longer listed.' },
} as const;

/** `location` is the vehicle page, to navigate to. */
export function notForSaleResponse(kind: keyof typeof NOT_FOR_SALE, slug: string): Response {
  const { status, code, message } = NOT_FOR_SALE[kind];
  const body: PhoneRefused = { ...errorBody(code, message), location: href(vehiclePath(slug)) };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** On failure, `location` is the page of the dealer's location, which shows its number. */
export function phoneRevealResponse(
  reveal: Exclude<PhoneReveal, { kind: 'sold' }>,
  dealer: Pick<DealerConfig, 'links'>,
  location: Location,
): Response {
  const headers = { 'Cache-Control': 'no-store' };
  if (reveal.kind === 'revealed') {
    const { phone } = reveal;
    return Response.json({ phone, href: telephoneHref(phone) } satisfies PhoneRevealed, { headers });
  }
  const { status, code, message } = REFUSALS[reveal.kind];
  const body: PhoneRefused = {
    ...errorBody(code, message),
    location: href(locationPath(dealer, location)),
  };
  return Response.json(body, {
    status,
    headers: {
      ...headers,
      ...(reveal.kind === 'too_many' && { 'Retry-After': String(reveal.retryAfterSeconds) }),
    },
  });
}
