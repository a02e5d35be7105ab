import { batches } from '#src/domain/batches.ts';
import { erasedPayload } from '#src/domain/lead/delivery/erased-payload.ts';
import { contactsOfPerson } from '#src/providers/database/contact-erasure.ts';
import {
  type Erasure,
  eraseLeads,
  leadsOfPerson,
  type Person,
  phonesOfLeads,
  type ReachedDestination,
  surveyLeads,
  unerasedLeads,
} from '#src/providers/database/lead-erasure.ts';
import { erasePhoneCodes } from '#src/providers/database/phone-codes.ts';
import { erasePrizeDraws } from '#src/providers/database/prize-draws.ts';
import { leadsOfReservations } from '#src/providers/database/reservation-erasure.ts';
import { eraseReservationsOfPerson } from '../../reservations/erase-reservations.ts';
import { removePhoto } from '../../trade-ins/photo-files.ts';
import type { AdminServices } from '../operations/lead-admin.ts';
import { readPayload } from '../operations/read-payload.ts';
import { appendErasure, type ErasureReason, readErasures } from './erasure-log.ts';

/** Few enough not to delay a server that stores a lead. */
const LEADS_AT_ONCE = 100;

export type LeadErasure = Erasure;

const NOTHING: Erasure = { leads: 0, updates: 0, stopped: 0, delivered: [], underWay: [] };

function addReached(
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
  delivered: addReached(a.delivered, b.delivered),
  underWay: addReached(a.underWay, b.underWay),
});

async function inBatches(
  ids: readonly string[],
  work: (some: readonly string[]) => Promise<Erasure>,
): Promise<Erasure> {
  let done = NOTHING;
  for (const some of batches(ids, LEADS_AT_ONCE)) done = sum(done, await work(some));
  return done;
}

/** The effect of erasing these leads. */
export const surveyErasure = ({ db, clock }: AdminServices, leadIds: readonly string[]): Promise<Erasure> =>
  inBatches(leadIds, (some) => surveyLeads(db, some, clock.now().toISOString()));

/**
 * Erases leads with their updates and valuations, permanently. The ids are logged first, without personal data: after
 * a crash the erasure can be repeated, and if the log cannot be written, nothing is erased.
 */
export function eraseAll(
  services: AdminServices,
  leadIds: readonly string[],
  reason: ErasureReason,
): Promise<Erasure> {
  const { db, clock, dataDir } = services;
  return inBatches(leadIds, async (some) => {
    const at = clock.now().toISOString();
    appendErasure(dataDir, { at, reason, leadIds: some, ...(await surveyLeads(db, some, at)) });
    const erased = (payload: string) => JSON.stringify(erasedPayload(readPayload(payload)));
    // Old leads of a shopper who is back say nothing about the code just sent.
    if (reason === 'request')
      for (const { dealer, phone } of await phonesOfLeads(db, some))
        await eraseCodesAndDraws(db, phone, dealer);
    const { erasure, photos } = await eraseLeads(db, some, { now: at, erased });
    for (const photo of photos) await removePhoto(dataDir, photo);
    return erasure;
  });
}

/**
 * Erased leads that a restored backup brought back; of one reason, if it is given.
 * @throws Error if nothing was ever erased, or a line is invalid
 */
export async function findRestored({ db, dataDir }: AdminServices, why?: ErasureReason): Promise<string[]> {
  const ids = readErasures(dataDir).flatMap(({ reason, leadIds }) =>
    why === undefined || reason === why ? leadIds : [],
  );
  return unerasedLeads(db, [...new Set(ids)]);
}

/** Erases again what a restored backup brought back, each for the reason it was erased for. */
export const eraseRestored = async (services: AdminServices): Promise<Erasure> =>
  sum(
    await eraseAll(services, await findRestored(services, 'request'), 'request'),
    await eraseAll(services, await findRestored(services, 'retention'), 'retention'),
  );

/**
 * The leads of a person, and those of what their account has reserved under another phone number.
 * @param person phone as digits from 0, e-mail in lower case
 */
export async function findPerson(
  { db }: AdminServices,
  person: Person,
  dealer: string | undefined,
): Promise<string[]> {
  const own = await leadsOfPerson(db, person, dealer);
  const reserved = await leadsOfReservations(db, await contactsOfPerson(db, person, dealer));
  return [...new Set([...own, ...reserved])];
}

/** Without reservations: the number of a lead may be anybody’s, and what someone else has reserved with it is theirs. */
async function eraseCodesAndDraws(
  db: AdminServices['db'],
  phone: string,
  dealer: string | undefined,
): Promise<void> {
  await erasePhoneCodes(db, [phone], dealer);
  await erasePrizeDraws(db, [phone], dealer);
}

/**
 * Erases what is stored about the phone of a person apart from leads: codes, what they verified, what it drew, and its
 * reservations.
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
