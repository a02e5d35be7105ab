import {
  createCustomer,
  customerMessage,
  leadOf,
  QUOTE_FORM,
  verifyWithoutScript,
} from '#src/features/finance/server/quick-quote-submission.ts';
import type { LeadErrors } from '#src/features/leads/fields/lead-field.ts';
import { PHONE_UNVERIFIED_MESSAGE } from '#src/features/leads/phone-code/phone-code.ts';
import type { Services } from '#src/server/services.ts';
import { CHANGED_MESSAGE, notStoredMessage, refusalOfForm, tooManyMessage } from './respond-to-lead.ts';
import type { LeadSubmission } from './store-submission.ts';
import { type SubmissionOutcome, submitLead } from './submit-lead.ts';

export type FormExit =
  | { kind: 'unknown' }
  | { kind: 'sent'; leadId: string }
  /** A redirect to sign-in, or to the broker. */
  | { kind: 'elsewhere'; to: string };

export type Refusal = {
  status: number;
  errors?: LeadErrors;
  failure?: { message: string; phone?: string };
  retryAfterSeconds?: number | undefined;
  isCodeSent?: boolean;
  signIn?: string;
  phoneToken?: string;
};

/** The error on a form's page for a lead that was not accepted. */
export function refusalOf(
  outcome: Exclude<SubmissionOutcome, { kind: 'accepted' | 'unknown_form' }>,
): Refusal {
  switch (outcome.kind) {
    case 'invalid':
      return { status: 422, errors: outcome.errors };
    case 'unknown_car':
    case 'refused':
    case 'sign_in': {
      const { status, message } = refusalOfForm(outcome);
      return { status, failure: { message, phone: outcome.phone } };
    }
    case 'changed':
      return { status: 409, failure: { message: CHANGED_MESSAGE } };
    case 'too_many':
      return {
        status: 429,
        failure: { message: tooManyMessage(outcome.phone), phone: outcome.phone },
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
    case 'not_stored':
      return {
        status: 503,
        failure: { message: notStoredMessage(outcome.phone), phone: outcome.phone },
      };
  }
}

type PostOutcome = Refusal | FormExit;

const outcomeOfLead = (outcome: SubmissionOutcome): PostOutcome => {
  if (outcome.kind === 'accepted') return { kind: 'sent', leadId: outcome.leadId };
  return outcome.kind === 'unknown_form' ? { kind: 'unknown' } : refusalOf(outcome);
};

/** FIN-04, FIN-19. */
async function sendQuote(services: Services, submission: LeadSubmission): Promise<PostOutcome> {
  const { dealer, body, clientAddress } = submission;
  const phone = dealer.phones.override ?? dealer.phones.main;
  const coded = await verifyWithoutScript(services, dealer, body, clientAddress);
  if (coded.kind === 'ask') {
    const { status, message, errors, retryAfterSeconds } = coded;
    return {
      ...{ status, isCodeSent: true, retryAfterSeconds },
      ...(errors && { errors }),
      ...(message && { failure: { message, phone } }),
    };
  }
  const result = await createCustomer(services, { ...submission, body: coded.body });
  if (result.kind === 'created' && result.redirectUrl) return { kind: 'elsewhere', to: result.redirectUrl };
  const refusal: PostOutcome =
    result.kind === 'failed'
      ? { status: 503, failure: { message: customerMessage(result), phone } }
      : outcomeOfLead(leadOf(result));
  if ('kind' in refusal || coded.token === undefined) return refusal;
  // A changed phone or an expired token needs a new code.
  return refusal.errors?.phone === PHONE_UNVERIFIED_MESSAGE
    ? refusal
    : { ...refusal, phoneToken: coded.token };
}

/**
 * Submits a posted form.
 * @returns where it leads, or why the form is rendered again
 */
export const sendPosted = async (services: Services, submission: LeadSubmission): Promise<PostOutcome> =>
  submission.form === QUOTE_FORM
    ? sendQuote(services, submission)
    : outcomeOfLead(await submitLead(services, submission));
