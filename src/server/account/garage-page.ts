import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PROFILE_FIELDS } from '#src/domain/account/profile-fields.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { changeContact } from '#src/providers/database/contacts.ts';
import { readLeadBody } from '../leads/intake/read-lead-body.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './delete-account.ts';
import { type GarageEnquiry, garageEnquiries } from './garage-enquiries.ts';
import { type GarageReservation, garageReservations } from './garage-reservations.ts';
import { type Contact, endSession } from './session.ts';

/** The content of the garage. */
export type GaragePage =
  /** @property cookie the value of Set-Cookie, which ends the session in the browser too */
  | { kind: 'deleted'; cookie: string }
  /** The change is stored, and the page to be read again. */
  | { kind: 'saved' }
  | {
      kind: 'garage';
      status: number;
      /** As sent, else as stored. */
      values: LeadValues;
      enquiries: readonly GarageEnquiry[];
      reservations: readonly GarageReservation[];
      errors?: LeadErrors;
      /** The account was to be deleted without the tick that confirms it. */
      isUnconfirmed?: boolean;
    };

type Taken =
  | Exclude<GaragePage, { kind: 'garage' }>
  | Pick<Extract<GaragePage, { kind: 'garage' }>, 'errors' | 'isUnconfirmed'>;

async function take(
  services: Services,
  contact: Contact,
  body: LeadValues,
  cookieHeader: string | null,
): Promise<Taken> {
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
  const taken = body && (await take(services, contact, body, request.headers.get('cookie')));
  if (taken && 'kind' in taken) return taken;
  const enquiries = await garageEnquiries(services, dealer, contact);
  const reservations = await garageReservations(services, dealer, contact);
  const values = taken?.errors ? { ...stored, ...body } : stored;
  return { kind: 'garage', status: taken ? 422 : 200, values, enquiries, reservations, ...taken };
}
