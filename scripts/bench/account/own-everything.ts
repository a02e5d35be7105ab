import { createHash, randomBytes } from 'node:crypto';
import { ALERTS_LAST_MS } from '#src/features/account/saved-searches/saved-search.ts';
import { SPIN_PATH } from '#src/features/account/server/draw-prize.ts';
import { storeSavedSearch } from '#src/features/account/server/queries/saved-search-queries.ts';
import { confirmUrl } from '#src/features/account/server/saved-searches/save-search.ts';
import { SAVE_CAR_PATH } from '#src/features/account/watchlist.ts';
import { feedAddress } from '#src/features/feeds/server/outbound-feed-response.ts';
import { SEND_CODE_PATH, VERIFY_CODE_PATH } from '#src/features/leads/phone-code/phone-code.ts';
import { HOLD_MS, MAX_UNPAID_HOLDS } from '#src/features/reservations/reservation.ts';
import { storeOnlinePayment } from '#src/features/reservations/server/queries/payment-queries.ts';
import {
  placeHold,
  type Reservation,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import type { AccountStage } from './account-stage.ts';
import { addCar } from './bench-car.ts';
import type { Owned } from './site-routes.ts';

export const PHONE = '0433222111';
export const DETAILS = {
  name: 'Annabel',
  last_name: 'Quillfeather',
  email: 'annabel.quillfeather@example.com',
};
/** In no request of the attack: it can only come from what is stored. */
export const OWN_WORDS = /quillfeather|zanzibar/i;

const CAR_ID = 'car-of-one-dealer';
const CAR = '2021-toyota-of-one-dealer';
const PAYLOAD = JSON.stringify({ name: DETAILS.name, last_name: DETAILS.last_name, message: 'Quillfeather' });

export type Secrets = { cookie: string; code: string; token: string; leadId: string; carId: string };

const idOf = () => randomBytes(24).toString('base64url');

async function store(
  { services, first, time }: AccountStage,
  ids: Omit<Owned, 'garage' | 'car'>,
): Promise<void> {
  const { db } = services;
  const at = new Date(time.now).toISOString();
  const contact = await db
    .selectFrom('contacts')
    .select('id')
    .where('dealer', '=', first.slug)
    .where('phone', '=', PHONE)
    .executeTakeFirstOrThrow();
  const hold: Reservation = {
    ...{ id: ids.reservation, dealer: first.slug, vehicle_id: CAR_ID, state: 'held', amount_cents: 20_000 },
    ...{ checkout_id: null, payment_id: null, lead_id: null, contact_id: contact.id },
    ...{ phone: PHONE, email: DETAILS.email, payload: PAYLOAD, created_at: at },
    ...{ expires_at: new Date(time.now + HOLD_MS).toISOString(), paid_at: null },
    ...{
      refund_due_at: null,
      refunded_at: null,
      description: null,
      page: null,
      network: null,
      session: null,
    },
  };
  await placeHold(db, hold, MAX_UNPAID_HOLDS);
  await storeOnlinePayment(db, {
    ...{ id: ids.payment, dealer: first.slug, amount_cents: 123_400, checkout_id: null, payment_id: null },
    ...{ lead_id: null, contact_id: contact.id, payload: PAYLOAD, created_at: at },
    ...{ paid_at: null, refunded_at: null },
  });
  await storeSavedSearch(db, {
    ...{ id: ids.search, dealer: first.slug, contact_id: contact.id, channel: 'email' },
    ...{ recipient: DETAILS.email, search: 'query=zanzibar', name: 'Zanzibar', consent: '{}' },
    search_hash: createHash('sha256').update('zanzibar').digest('base64url'),
    ...{ stop_token: ids.stopToken, created_at: at, confirmed_at: null },
    expires_at: new Date(time.now + ALERTS_LAST_MS).toISOString(),
  });
}

/** A shopper of the first dealer who has an account, a car on the list, a lead, a prize, a hold, an invoice and an alert. */
export async function ownEverything(stage: AccountStage): Promise<{ owned: Owned; secrets: Secrets }> {
  const { services, first: dealer, ask, newest } = stage;
  await addCar(stage, { id: CAR_ID, slug: CAR, model: 'Zanzibar' });
  const cookie = await stage.signIn(dealer, PHONE, DETAILS);
  const json = { dealer, isJson: true, cookie };
  await ask({ ...json, path: SAVE_CAR_PATH, body: { phone_number: PHONE, car_id: CAR_ID } });
  const lead = await ask({
    ...{ ...json, path: '/api/leads/enquiry' },
    body: { ...DETAILS, phone: PHONE, postcode: '4006', message: 'Quillfeather', car_id: CAR_ID },
  });
  await ask({ dealer, path: SPIN_PATH, body: {}, cookie });
  const begun = await ask({ dealer, path: '/value-my-car', body: { no_plate: 'on' }, cookie });
  const feed = feedAddress(dealer, 'json', services.env.SITE_SECRET);
  const leadId = String(JSON.parse(lead.text).lead_id);
  const ids = {
    lead: leadId,
    feedToken: feed.split('/').at(-2) ?? '',
    ...{ reservation: idOf(), payment: idOf(), photo: idOf(), search: randomBytes(16).toString('base64url') },
    stopToken: randomBytes(12).toString('base64url'),
    valuation: begun.location?.split('/')[2] ?? idOf(),
  };
  const searchMac = confirmUrl(services.env.SITE_SECRET, dealer, ids.search).split('/').at(-1) ?? '';
  await store(stage, { ...ids, searchMac });
  await ask({ ...json, path: SEND_CODE_PATH, body: { phone: PHONE, purpose: 'sign-in' } });
  const code = { phone: PHONE, purpose: 'sign-in', code: newest() };
  const verified = await ask({ ...json, path: VERIFY_CODE_PATH, body: code });
  const token = String(JSON.parse(verified.text).phone_token);
  await ask({ ...json, path: SEND_CODE_PATH, body: { phone: PHONE, purpose: 'sign-in' } });
  return {
    owned: { ...ids, searchMac, garage: dealer.links.garage, car: CAR },
    secrets: { cookie, code: newest(), token, leadId, carId: CAR_ID },
  };
}
