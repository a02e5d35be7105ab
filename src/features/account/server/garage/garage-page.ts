import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PROFILE_FIELDS } from '#src/features/account/account-fields.ts';
import type { GarageCard } from '#src/features/account/garage-card.ts';
import { deleteAccount } from '#src/features/account/server/account-privacy.ts';
import { changeContact } from '#src/features/account/server/queries/contact-queries.ts';
import { type Contact, endSession } from '#src/features/account/server/session.ts';
import type { ListedDeal } from '#src/features/deal/saved-deal.ts';
import { listDeals } from '#src/features/deal/server/account-deals.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { tradeInsOfContact } from '#src/features/trade-in/server/queries/trade-in-queries.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { garageEnquiries } from './garage-enquiries.ts';
import { type GarageReservation, garageReservations } from './garage-reservations.ts';
import { type OwnCar, ownCars } from './own-cars.ts';

/** A deal; `removes` is the id of the vehicle whose saved deal it is. */
export type GarageDeal = { card: GarageCard; removes: string | undefined };

const savedDeal = ({ carId, name, car, href, text, date }: ListedDeal): GarageDeal => ({
  card: {
    title: 'Deal',
    state: { text: 'Not sent', isGood: false },
    car: car ?? { name, path: undefined, picture: undefined },
    facts: [
      { label: 'Today', text },
      { label: 'Changed', text: date },
    ],
    actions: href === undefined ? [] : [{ text: 'Open your deal', href }],
  },
  removes: carId,
});

/** FAV-297: what a shopper has arranged, by what comes next in time. */
type Arranged = {
  comingUp: readonly GarageCard[];
  deals: readonly GarageDeal[];
  ownCars: readonly OwnCar[];
  /** The rest, newest first. */
  earlier: readonly GarageCard[];
};

async function arrangedBy(services: Services, dealer: DealerConfig, contact: Contact): Promise<Arranged> {
  const [enquiries, reservations, valuations, saved] = await Promise.all([
    garageEnquiries(services, dealer, contact),
    garageReservations(services, dealer, contact),
    tradeInsOfContact(services.db, contact),
    listDeals(services, dealer, contact),
  ]);
  const today = zonedDate(services.clock.now(), dealer.timeZone).date;
  const isHeld = ({ heldUntil }: GarageReservation) => heldUntil >= today;
  const next = [
    ...enquiries.flatMap((each) => (each.kind === 'test-drive' && !each.isOver ? [each] : [])),
    ...reservations.filter(isHeld).map(({ heldUntil, card }) => ({ at: heldUntil, card })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const shownElsewhere = new Set([
    ...reservations.map(({ leadId }) => leadId),
    ...valuations.map(({ lead_id }) => lead_id),
  ]);
  const sent = enquiries.filter((each) => each.kind === 'deal');
  const isSent = ({ carId, savedAt }: ListedDeal) =>
    sent.some(({ vehicleId, sentAt }) => vehicleId === carId && sentAt >= savedAt);
  return {
    comingUp: next.map(({ card }) => card),
    deals: [
      ...sent.map(({ card }) => ({ card, removes: undefined })),
      ...saved.filter((deal) => !isSent(deal)).map(savedDeal),
    ],
    ownCars: ownCars(services, dealer, valuations),
    earlier: [
      ...reservations.filter((each) => !isHeld(each)).map(({ card }) => card),
      ...enquiries.flatMap((each) => {
        if (each.kind === 'test-drive') return each.isOver ? [each.card] : [];
        return each.kind === 'deal' || shownElsewhere.has(each.id) ? [] : [each.card];
      }),
    ],
  };
}

export type GaragePage =
  /** @property cookie value of Set-Cookie that removes the session */
  | { kind: 'deleted'; cookie: string }
  /** The change is stored; redirect to the page. */
  | { kind: 'saved' }
  | {
      kind: 'garage';
      status: number;
      /** As posted, else as stored. */
      values: LeadValues;
      arranged: Arranged;
      errors?: LeadErrors;
      /** The deletion was not confirmed by its checkbox. */
      isUnconfirmed?: boolean;
    };

type PostResult =
  | Exclude<GaragePage, { kind: 'garage' }>
  | Pick<Extract<GaragePage, { kind: 'garage' }>, 'errors' | 'isUnconfirmed'>;

async function handlePost(
  services: Services,
  contact: Contact,
  body: LeadValues,
  cookieHeader: string | null,
): Promise<PostResult> {
  if (body.delete_account !== undefined) {
    if (body.confirm !== TICKED) return { isUnconfirmed: true };
    await deleteAccount(services, contact);
    return { kind: 'deleted', cookie: await endSession(services, contact.dealer, cookieHeader) };
  }
  const checked = checkLead(PROFILE_FIELDS, body);
  if ('errors' in checked) return { errors: checked.errors };
  const { name: firstName = '', last_name: lastName = '', email = '' } = checked.values;
  const now = services.clock.now().toISOString();
  await changeContact(services.db, contact, { firstName, lastName, email }, now);
  return { kind: 'saved' };
}

/** FAV-06: handles GET and POST of the garage, which works without JavaScript. */
export async function garagePage(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  contact: Contact,
): Promise<GaragePage> {
  const stored = { name: contact.firstName, last_name: contact.lastName, email: contact.email };
  const body = request.method === 'POST' ? await readLeadBody(request) : undefined;
  const result = body && (await handlePost(services, contact, body, request.headers.get('cookie')));
  if (result && 'kind' in result) return result;
  const values = result?.errors ? { ...stored, ...body } : stored;
  const arranged = await arrangedBy(services, dealer, contact);
  return { kind: 'garage', status: result ? 422 : 200, values, arranged, ...result };
}
