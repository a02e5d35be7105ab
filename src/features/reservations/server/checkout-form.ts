import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import { financeOfLead } from '#src/features/finance/server/page-finance.ts';
import { storeFinanceWording } from '#src/features/finance/server/queries/finance-wording-queries.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { reserve } from '#src/features/leads/forms/vehicle-forms.ts';
import { composePayload } from '#src/features/leads/server/intake/compose-payload.ts';
import { sentContext } from '#src/features/leads/server/intake/form-availability.ts';
import { submissionKey } from '#src/features/leads/server/intake/lead-record.ts';
import { challengeFor, proveLead } from '#src/features/leads/server/intake/screen-lead.ts';
import { sendCode, verifyCode } from '#src/features/leads/server/phone-code/phone-verification.ts';
import { codeRefusal } from '#src/features/leads/server/phone-code/respond-to-phone-codes.ts';
import {
  consumeVerifiedPhone,
  isVerifiedPhone,
  recordVerifiedContact,
} from '#src/features/leads/server/phone-code/verified-phone.ts';
import { HOLD_MS, isPaymentId } from '#src/features/reservations/reservation.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { cookieNamed } from '#src/platform/http/read-request.ts';
import type { Services } from '#src/server/services.ts';

const NAME = 'forecourt_hold';

/** Identifies the browser's hold, so that its shopper can change the details and pay. */
export const holdCookie = (id: string, isBehindTls: boolean): string =>
  `${NAME}=${id}; Path=/; Max-Age=${HOLD_MS / 1000}; HttpOnly; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;

/** @param header the Cookie header */
export function readHoldCookie(header: string | null): string | undefined {
  const id = cookieNamed(header, NAME) ?? '';
  return isPaymentId(id) ? id : undefined;
}

const PURPOSE = 'reserve';
/** Name of the button that resends the code. */
export const SEND_CODE = 'send_code';
/** Codes may be typed with spaces: "123 456". */
const SEPARATORS = /[\s-]/g;

export type ShopperPhone =
  /** `token` of a verified phone, so that no new code is needed. */
  | { kind: 'verified'; token?: string }
  /** Render the form again, with the field for the code if one was sent. */
  | {
      kind: 'ask';
      status: number;
      isCodeSent: boolean;
      message?: string;
      errors?: LeadErrors;
      retryAfterSeconds?: number | undefined;
    };

const refused = (outcome: Parameters<typeof codeRefusal>[0], isCodeSent: boolean): ShopperPhone => {
  const { status, body, retryAfterSeconds } = codeRefusal(outcome);
  const { fields, message } = body.error;
  return fields === undefined
    ? { kind: 'ask', status, isCodeSent, message, retryAfterSeconds }
    : { kind: 'ask', status, isCodeSent, errors: fields };
};

/**
 * BUY-06: verifies the shopper's phone by a code, if the installation sends text messages. A shopper signed in with
 * that phone needs none.
 */
export async function verifyShopper(
  services: Services,
  dealer: DealerConfig,
  { phone, body, contact }: { phone: string; body: LeadValues; contact: Contact | undefined },
  clientAddress: string | undefined,
): Promise<ShopperPhone> {
  if (!services.sms || contact?.phone === phone) return { kind: 'verified' };
  const token = body[FORM_EXTRAS.phoneToken];
  if (token) {
    const claim = { dealer: dealer.slug, purpose: PURPOSE, phone, token } as const;
    if (await isVerifiedPhone(services.db, services.clock.now(), claim)) return { kind: 'verified', token };
  }
  const attempt = { phone, purpose: PURPOSE } as const;
  if (body.code === undefined || body[SEND_CODE] !== undefined) {
    const sending = await sendCode(services, dealer, attempt, clientAddress);
    return sending.kind === 'sent'
      ? { kind: 'ask', status: 200, isCodeSent: true }
      : refused(sending, body.code !== undefined);
  }
  const code = body.code.replace(SEPARATORS, '');
  const verified = await verifyCode(services, dealer, { ...attempt, code }, clientAddress);
  return verified.kind === 'verified' ? { kind: 'verified', token: verified.token } : refused(verified, true);
}

/** AUTH-03: consumes the token once a vehicle is held, and records the verification. */
export async function consumeToken(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  { phone, name, last_name, email }: Pick<LeadPayload, 'phone' | 'name' | 'last_name' | 'email'>,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return;
  const now = services.clock.now();
  await atomically(services.db, async (db) => {
    const claim = { dealer: dealer.slug, purpose: PURPOSE, phone, token } as const;
    if (!(await consumeVerifiedPhone(db, now, claim))) return;
    const given = { firstName: name, lastName: last_name, email, optInConsent: null, termsConsent: null };
    await recordVerifiedContact(db, dealer, { phone, ...given }, now);
  });
}

const FORM = 'reserve';

type FormServices = Pick<Services, 'clock' | 'db' | 'env' | 'log'>;

export const checkoutFields = (
  services: Pick<Services, 'clock'>,
  dealer: DealerConfig,
  { id }: Pick<StockedVehicle, 'id'>,
): LeadField[] => reserve.fields(dealer, sentContext(services, dealer, { car_id: id }));

/** Initial values of the form for a signed-in shopper. */
export const contactValues = (contact: Contact | undefined): LeadValues =>
  contact
    ? {
        name: contact.firstName,
        last_name: contact.lastName,
        email: contact.email,
        phone: contact.phone,
      }
    : {};

export type CheckedDetails =
  | { kind: 'good'; payload: LeadPayload; key: string }
  | { kind: 'invalid'; errors: LeadErrors }
  /** Filled in by a bot. */
  | { kind: 'suspicious' };

/** Validates the details and composes the lead that is stored once the deposit is paid. */
export async function checkDetails(
  services: FormServices,
  dealer: DealerConfig,
  car: StockedVehicle,
  { body: sent, userAgent }: { body: LeadValues; userAgent: string },
): Promise<CheckedDetails> {
  const body: LeadValues = { ...sent, car_id: car.id };
  const fields = checkoutFields(services, dealer, car);
  const checked = checkLead(fields, body);
  if ('errors' in checked) return { kind: 'invalid', errors: checked.errors };
  const { values } = checked;
  const now = services.clock.now();
  const { idempotency_key, former } = submissionKey({
    ...{ secret: services.env.SITE_SECRET, dealer: dealer.slug, form: FORM, values, now },
    clientKey: body[FORM_EXTRAS.submissionKey],
  });
  const proof = await proveLead(services, { dealer, body, idempotency_key, former }, challengeFor);
  if (body[FORM_EXTRAS.honeypot] || proof.kind === 'hold') return { kind: 'suspicious' };
  const ownTerms = body[FORM_EXTRAS.ownTerms];
  const finance = financeOfLead(services, dealer, car, { seen: undefined, ownTerms, now });
  if (finance.wording)
    await storeFinanceWording(services.db, { ...finance.wording, first_shown_at: now.toISOString() });
  const payload = composePayload({
    ...{ dealer, form: reserve, fields, formName: FORM, values, body, car, userAgent, now },
    financeShown: finance.shown,
  });
  return { kind: 'good', payload, key: idempotency_key };
}
