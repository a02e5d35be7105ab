import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import {
  TOO_MANY_TRIES_MESSAGE,
  UNKNOWN_MESSAGE,
  UNVERIFIED_MESSAGE,
  WRONG_CODE_MESSAGE,
} from '#src/domain/phone-code/phone-code.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { sendCode } from '../phone-codes/send-code.ts';
import { usesCodes } from '../phone-codes/uses-codes.ts';
import { verifyCode } from '../phone-codes/verify-code.ts';
import type { Services } from '../services.ts';
import { QUOTE_FORM } from './create-customer.ts';

/** What a quick quote sent without scripts says of its phone. */
export type PlainCode =
  /** To be submitted, with the token of the phone if its code was right. */
  | { kind: 'submit'; body: LeadValues }
  /** The form is shown again, with the field for the code. */
  | { kind: 'ask'; status: number; message?: string };

const SEND_MESSAGES = {
  no_mobile: UNKNOWN_MESSAGE,
  too_many: TOO_MANY_TRIES_MESSAGE,
  unsent: UNKNOWN_MESSAGE,
};
const CODE_MESSAGES = {
  wrong: WRONG_CODE_MESSAGE,
  too_many: TOO_MANY_TRIES_MESSAGE,
  failed: UNVERIFIED_MESSAGE,
};
const STATUSES = {
  no_mobile: 422,
  no_code: 422,
  wrong: 422,
  too_many: 429,
  unsent: 503,
  failed: 503,
} as const;

/** FIN-19 without scripts: the page sends the code, then verifies it. */
export async function plainCode(
  services: Services,
  dealer: DealerConfig,
  sent: LeadValues,
  clientAddress: string | undefined,
): Promise<PlainCode> {
  const purpose = LEAD_FORMS[QUOTE_FORM].verifiesPhone?.(dealer);
  const isAsked = purpose !== undefined && usesCodes(dealer, purpose);
  if (!isAsked || sent[FORM_EXTRAS.phoneToken]) return { kind: 'submit', body: sent };
  const phone = sent.phone ?? '';
  if (sent.send_code !== undefined) {
    const sending = await sendCode(services, dealer, { phone, purpose }, clientAddress);
    if (sending.kind === 'sent') return { kind: 'ask', status: 200 };
    const message = sending.kind === 'no_mobile' ? sending.message : SEND_MESSAGES[sending.kind];
    return { kind: 'ask', status: STATUSES[sending.kind], message };
  }
  if (sent.code === undefined) return { kind: 'submit', body: sent };
  const verified = await verifyCode(services, dealer, { phone, purpose, code: sent.code }, clientAddress);
  if (verified.kind === 'verified')
    return { kind: 'submit', body: { ...sent, [FORM_EXTRAS.phoneToken]: verified.token } };
  const message = 'message' in verified ? verified.message : CODE_MESSAGES[verified.kind];
  return { kind: 'ask', status: STATUSES[verified.kind], message };
}
