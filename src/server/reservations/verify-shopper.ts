import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadErrors, LeadValues } from '#src/domain/lead/lead-field.ts';
import { atomically } from '#src/providers/database/transactions.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { Contact } from '../account/session.ts';
import { recordVerifiedContact } from '../phone-codes/record-code.ts';
import { codeRefusal } from '../phone-codes/respond-to-phone-codes.ts';
import { sendCode } from '../phone-codes/send-code.ts';
import { isVerifiedPhone, takeVerifiedPhone } from '../phone-codes/verified-phone.ts';
import { verifyCode } from '../phone-codes/verify-code.ts';
import type { Services } from '../services.ts';

const PURPOSE = 'reserve';
/** Name of the button that sends another code. */
export const SEND_CODE = 'send_code';
/** People type a code as it is shown: "123 456". */
const BETWEEN_DIGITS = /[\s-]/g;

export type ShopperPhone =
  /** `token` is of a phone that was verified by a code: sent again, it needs no other one. */
  | { kind: 'verified'; token?: string }
  /** The form is shown again, with the field for the code if one was sent. */
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
 * BUY-06: anyone who holds a vehicle has the phone they name, where the installation sends text messages. A shopper who
 * has signed in with it has proved so.
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
  const asked = { phone, purpose: PURPOSE } as const;
  if (body.code === undefined || body[SEND_CODE] !== undefined) {
    const sending = await sendCode(services, dealer, asked, clientAddress);
    return sending.kind === 'sent'
      ? { kind: 'ask', status: 200, isCodeSent: true }
      : refused(sending, body.code !== undefined);
  }
  const code = body.code.replace(BETWEEN_DIGITS, '');
  const verified = await verifyCode(services, dealer, { ...asked, code }, clientAddress);
  return verified.kind === 'verified' ? { kind: 'verified', token: verified.token } : refused(verified, true);
}

/** AUTH-03: the token of a phone is used up once a vehicle is held, and its verification is recorded. */
export async function spendToken(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  { phone, name, last_name, email }: Pick<LeadPayload, 'phone' | 'name' | 'last_name' | 'email'>,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return;
  const now = services.clock.now();
  await atomically(services.db, async (db) => {
    const claim = { dealer: dealer.slug, purpose: PURPOSE, phone, token } as const;
    if (!(await takeVerifiedPhone(db, now, claim))) return;
    const given = { firstName: name, lastName: last_name, email, optInConsent: null, termsConsent: null };
    await recordVerifiedContact(db, dealer, { phone, ...given }, now);
  });
}
