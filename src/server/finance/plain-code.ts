import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import type { LeadErrors, LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { sentContext } from '../leads/intake/form-context.ts';
import { codeRefusal } from '../phone-codes/respond-to-phone-codes.ts';
import { sendCode } from '../phone-codes/send-code.ts';
import { usesCodes } from '../phone-codes/uses-codes.ts';
import { isVerifiedPhone } from '../phone-codes/verified-phone.ts';
import { verifyCode } from '../phone-codes/verify-code.ts';
import type { Services } from '../services.ts';
import { QUOTE_FORM } from './create-customer.ts';

/** What a quick quote sent without scripts says of its phone. */
export type CodeStep =
  /** To be submitted, with the token of the phone if its code is or was right. */
  | { kind: 'submit'; body: LeadValues; token?: string }
  /** The form is shown again, with the field for the code. */
  | {
      kind: 'ask';
      status: number;
      message?: string;
      errors?: LeadErrors;
      retryAfterSeconds?: number | undefined;
    };

/** People type a code as it is shown: "123 456". */
const BETWEEN_DIGITS = /[\s-]/g;

const refused = (outcome: Parameters<typeof codeRefusal>[0]): CodeStep => {
  const { status, body, retryAfterSeconds } = codeRefusal(outcome);
  return { kind: 'ask', status, message: body.error.message, retryAfterSeconds };
};

/** FIN-19 without scripts: the page sends the code, then verifies it. */
export async function verifyWithoutScript(
  services: Services,
  dealer: DealerConfig,
  sent: LeadValues,
  clientAddress: string | undefined,
): Promise<CodeStep> {
  const form = LEAD_FORMS[QUOTE_FORM];
  const purpose = form.verifiesPhone?.(dealer);
  if (purpose === undefined || !usesCodes(dealer, purpose)) return { kind: 'submit', body: sent };
  const phone = sent.phone ?? '';
  if (sent.send_code !== undefined) {
    const sending = await sendCode(services, dealer, { phone, purpose }, clientAddress);
    return sending.kind === 'sent' ? { kind: 'ask', status: 200 } : refused(sending);
  }
  const token = sent[FORM_EXTRAS.phoneToken];
  if (token) {
    const claim = { dealer: dealer.slug, purpose, phone, token };
    const isOurs = await isVerifiedPhone(services.db, services.clock.now(), claim).catch(() => false);
    return { kind: 'submit', body: sent, ...(isOurs && { token }) };
  }
  if (sent.code === undefined) return { kind: 'submit', body: sent };
  // A code can be exchanged once: a mistake elsewhere in the form does not use it up.
  const checked = checkLead(form.fields(dealer, sentContext(services, dealer, sent)), sent);
  if ('errors' in checked) return { kind: 'ask', status: 422, errors: checked.errors };
  const code = sent.code.replace(BETWEEN_DIGITS, '');
  const verified = await verifyCode(services, dealer, { phone, purpose, code }, clientAddress);
  if (verified.kind !== 'verified') return refused(verified);
  const body = { ...sent, [FORM_EXTRAS.phoneToken]: verified.token };
  return { kind: 'submit', body, token: verified.token };
}
