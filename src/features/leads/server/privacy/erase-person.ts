import { contactsOfPerson } from '#src/features/account/server/queries/account-erasure-queries.ts';
import { erasePrizeDraws } from '#src/features/account/server/queries/prize-draw-queries.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type AdminServices, readPayload } from '#src/features/leads/server/operations/lead-admin.ts';
import {
  type Erasure,
  eraseLeads,
  leadsOfContacts,
  leadsOfPerson,
  type Person,
  phonesOfLeads,
  type ReachedDestination,
  surveyLeads,
  unerasedLeads,
} from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { erasePhoneCodes } from '#src/features/leads/server/queries/phone-code-queries.ts';
import { leadsOfReservations } from '#src/features/reservations/server/queries/reservation-erasure-queries.ts';
import { eraseReservationsOfPerson } from '#src/features/reservations/server/reservation-privacy.ts';
import { removePhoto } from '#src/features/trade-in/server/trade-in-photo-store.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { appendErasure, type ErasureReason, readErasures } from './erasure-log.ts';

/** Fields that identify no person, even combined. All others are erased, including future ones. */
const RETAINED: readonly (keyof LeadPayload)[] = [
  'category',
  'subcategory',
  'opt_in',
  'opt_in_consent',
  'terms_consent',
  'valuation_terms_consent',
  'terms_accepted_at',
  'dealership_slug',
  'location',
  'location_id',
  'source',
  'tags',
  'car_id',
  'car_dealership_id',
  'car_type',
  'car_price',
  'finance_shown',
  'manufacturer_slug',
  'stock_number',
  'Vehicle Make',
  'Vehicle Model',
  'vehicle_status',
  'autogauge_enabled',
  'vehicle_data',
];

/** Replaces mandatory fields. */
const BLANK = {
  name: '',
  last_name: '',
  email: '',
  phone: '',
  postcode: '',
  message: '',
  url: '',
  user_agent: '',
  page_id: '',
  lead_attributes: { visited_pages: [], linked_query_params: {} },
};

/** Retained only for a car in stock; otherwise they describe the shopper's own car. */
const RETAINED_FOR_STOCK: readonly (keyof LeadPayload)[] = ['car_year', 'car_description'];

const isRetained = (field: string, { car_id }: Readonly<Record<string, unknown>>): boolean =>
  [...RETAINED, ...(car_id === undefined ? [] : RETAINED_FOR_STOCK)].some((retained) => retained === field);

const retainedFields = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([field]) => isRetained(field, payload)));

/** FAV-01: the vehicles of an enquiry, each reduced like the payload. */
const retainedCars = ({ cars }: Readonly<Record<string, unknown>>) =>
  Array.isArray(cars)
    ? { cars: cars.filter((car) => typeof car === 'object' && car !== null).map(retainedFields) }
    : {};

/** Reduces a payload to form, car, places and the fact of consent. */
export const erasedPayload = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...BLANK,
  ...retainedFields(payload),
  ...retainedCars(payload),
});

/** Small batches, so as not to delay a server that stores a lead. */
const BATCH_SIZE = 100;

export type LeadErasure = Erasure;

const NOTHING: Erasure = { leads: 0, updates: 0, stopped: 0, delivered: [], underWay: [] };

function mergeDestinations(
  a: readonly ReachedDestination[],
  b: readonly ReachedDestination[],
): ReachedDestination[] {
  const groups = Map.groupBy([...a, ...b], ({ dealer, destination }) => `${dealer}\n${destination}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, leads: more.reduce((sum, { leads }) => sum + leads, first.leads) }] : [],
  );
}

const sum = (a: Erasure, b: Erasure): Erasure => ({
  leads: a.leads + b.leads,
  updates: a.updates + b.updates,
  stopped: a.stopped + b.stopped,
  delivered: mergeDestinations(a.delivered, b.delivered),
  underWay: mergeDestinations(a.underWay, b.underWay),
});

async function inBatches(
  ids: readonly string[],
  work: (some: readonly string[]) => Promise<Erasure>,
): Promise<Erasure> {
  let done = NOTHING;
  for (const some of batches(ids, BATCH_SIZE)) done = sum(done, await work(some));
  return done;
}

/** Dry run of `eraseAll`. */
export const surveyErasure = ({ db, clock }: AdminServices, leadIds: readonly string[]): Promise<Erasure> =>
  inBatches(leadIds, (some) => surveyLeads(db, some, clock.now().toISOString()));

/**
 * Erases leads, their updates and valuations permanently. Their ids are logged first: after a crash the erasure can
 * be repeated, and if the log cannot be written, nothing is erased.
 */
export function eraseAll(
  services: AdminServices,
  leadIds: readonly string[],
  reason: ErasureReason,
): Promise<Erasure> {
  const { db, clock } = services;
  return inBatches(leadIds, async (some) => {
    const at = clock.now().toISOString();
    await appendErasure(services, { at, reason, leadIds: some, ...(await surveyLeads(db, some, at)) });
    const erased = (payload: string) => JSON.stringify(erasedPayload(readPayload(payload)));
    // On retention the phone may belong to an active shopper, so codes stay.
    if (reason === 'request')
      for (const { dealer, phone } of await phonesOfLeads(db, some))
        await eraseCodesAndDraws(db, phone, dealer);
    const { erasure, photos } = await eraseLeads(db, some, { now: at, erased });
    for (const photo of photos) await removePhoto(services, photo);
    return erasure;
  });
}

/**
 * Erased leads that a restored backup has brought back, optionally of one reason.
 * @throws Error if nothing was ever erased, or a line is invalid
 */
export async function findRestored(services: AdminServices, why?: ErasureReason): Promise<string[]> {
  const ids = (await readErasures(services)).flatMap(({ reason, leadIds }) =>
    why === undefined || reason === why ? leadIds : [],
  );
  return unerasedLeads(services.db, [...new Set(ids)]);
}

/** Erases again what a restored backup has brought back, for the original reason. */
export const eraseRestored = async (services: AdminServices): Promise<Erasure> =>
  sum(
    await eraseAll(services, await findRestored(services, 'request'), 'request'),
    await eraseAll(services, await findRestored(services, 'retention'), 'retention'),
  );

/**
 * The leads of a person, including those their account has sent, or reserved, with another phone.
 * @param person phone as digits from 0, e-mail in lower case
 */
export async function findPerson(
  { db }: AdminServices,
  person: Person,
  dealer: string | undefined,
): Promise<string[]> {
  const own = await leadsOfPerson(db, person, dealer);
  const accounts = await contactsOfPerson(db, person, dealer);
  const sent = await leadsOfContacts(db, accounts);
  const reserved = await leadsOfReservations(db, accounts);
  return [...new Set([...own, ...sent, ...reserved])];
}

/** Without reservations: a lead's number may be anyone's, and someone else may have reserved with it. */
async function eraseCodesAndDraws(
  db: AdminServices['db'],
  phone: string,
  dealer: string | undefined,
): Promise<void> {
  await erasePhoneCodes(db, [phone], dealer);
  await erasePrizeDraws(db, [phone], dealer);
}

/**
 * Erases what is stored about a phone besides leads: codes, tokens, draws and reservations.
 * @param phone digits from 0
 */
export async function erasePhone(
  services: AdminServices,
  phone: string,
  dealer: string | undefined,
): Promise<void> {
  await eraseCodesAndDraws(services.db, phone, dealer);
  await eraseReservationsOfPerson(services, { phone }, dealer);
}
