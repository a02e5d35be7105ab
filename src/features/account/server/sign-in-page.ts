import type { DealerConfig } from '#src/config/dealer-config.ts';
import { signInFields } from '#src/features/account/account-fields.ts';
import { verifiedCookie } from '#src/features/account/verified-event.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { UNVERIFIED_MESSAGE } from '#src/features/leads/phone-code/phone-code.ts';
import {
  consentsOf,
  readLeadBody,
  withoutFormerConsents,
} from '#src/features/leads/server/intake/read-lead-body.ts';
import {
  canSendCodes,
  sendCode,
  verifyCode,
} from '#src/features/leads/server/phone-code/phone-verification.ts';
import { codeRefusal } from '#src/features/leads/server/phone-code/respond-to-phone-codes.ts';
import {
  consumeVerifiedPhone,
  recordVerifiedContact,
} from '#src/features/leads/server/phone-code/verified-phone.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { returnPath } from '#src/platform/routing/gates.ts';
import type { Services } from '#src/server/services.ts';
import { endSession, signedInContact, startSession } from './session.ts';

export type SignInServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

export type SignInOutcome =
  | { kind: 'signed_in'; cookie: string }
  /** The token is unknown, used, expired, or belongs to another phone or dealer. */
  | { kind: 'unverified' }
  /** The token remains valid. */
  | { kind: 'failed' };

/**
 * AUTH-03, AUTH-04: signs in with a verified phone. A token works once. Never rejects.
 * @param values cleaned and checked
 * @param body as posted, with the versions of the displayed texts
 * @param cookieHeader of the request; its previous session ends
 */
async function signIn(
  services: SignInServices,
  dealer: DealerConfig,
  {
    fields,
    values,
    body,
    token,
  }: { fields: readonly LeadField[]; values: LeadValues; body: LeadValues; token: string },
  cookieHeader: string | null,
): Promise<SignInOutcome> {
  const { name: firstName = '', last_name: lastName = '', email = '', phone = '' } = values;
  const now = services.clock.now();
  const at = { dealer: dealer.slug, phone };
  const { opt_in_consent: optInConsent, terms_consent: termsConsent } = consentsOf(
    dealer,
    fields,
    { values, body },
    now,
  );
  const given = { firstName, lastName, email, optInConsent, termsConsent };
  try {
    return await atomically(services.db, async (db) => {
      const isVerified = await consumeVerifiedPhone(db, now, { ...at, purpose: 'sign-in', token });
      if (!isVerified) return { kind: 'unverified' };
      const contact = await recordVerifiedContact(db, dealer, { phone, ...given }, now);
      const within = { ...services, db };
      await endSession(within, dealer.slug, cookieHeader);
      return { kind: 'signed_in', cookie: await startSession(within, contact) };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'not signed in');
    return { kind: 'failed' };
  }
}

export type SignInPage =
  /** @property cookies values of Set-Cookie: the new session, and that the form verified the code */
  | { kind: 'signed_in'; to: string; cookies: readonly string[] }
  | {
      kind: 'form';
      status: number;
      fields: readonly LeadField[];
      /** As posted. */
      values: LeadValues;
      /** `isAsked` if the page has the input for the code, `isNew` if this request sent it. */
      code: { isAsked: boolean; isNew: boolean };
      /** The hidden field with the token of a verified phone, so that no new code is needed. */
      verified?: Readonly<Record<string, string>>;
      canSend: boolean;
      errors?: LeadErrors;
      failure?: { message: string; phone: string };
      retryAfterSeconds?: number;
    };

type FormState = Omit<Extract<SignInPage, { kind: 'form' }>, 'kind' | 'fields' | 'values' | 'canSend'>;

const verifiedBy = (token: string) => ({ verified: { [FORM_EXTRAS.phoneToken]: token } });

/** AUTH-07: the referring page, else the garage, else home. */
const targetOf = ({ account, links }: DealerConfig, url: URL): string =>
  returnPath(url.searchParams.get('redirect')) ?? (account.myGarage ? links.garage : '/');

type Sent = {
  services: Services;
  dealer: DealerConfig;
  request: Request;
  clientAddress: string | undefined;
};

/** AUTH-01 to AUTH-03: handles a posted form. */
async function handlePost(
  { services, dealer, request, clientAddress }: Sent,
  fields: readonly LeadField[],
  body: LeadValues,
): Promise<FormState | { cookies: readonly string[] }> {
  const { send_code: asksForCode, code, [FORM_EXTRAS.phoneToken]: given = '' } = body;
  const isAsked = code !== undefined;
  const isSending = given === '' && (asksForCode !== undefined || !isAsked);
  const phone = dealer.phones.override ?? dealer.phones.main;
  const refused = (refusal: ReturnType<typeof codeRefusal>, isCodeRequested: boolean): FormState => {
    const { status, body: refusedBody, retryAfterSeconds } = refusal;
    const { fields: errors, message } = refusedBody.error;
    return {
      ...{ status, code: { isAsked: isCodeRequested, isNew: false } },
      ...(errors ? { errors } : { failure: { message, phone } }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  };
  const checked = checkLead(fields, body);
  if ('errors' in checked) {
    const { errors } = checked;
    return { status: 422, code: { isAsked, isNew: false }, errors, ...(given && verifiedBy(given)) };
  }
  const { values } = checked;
  const typed = values.phone ?? '';
  if (isSending) {
    const sending = await sendCode(services, dealer, { phone: typed, purpose: 'sign-in' }, clientAddress);
    return sending.kind === 'sent'
      ? { status: 200, code: { isAsked: true, isNew: true } }
      : refused(codeRefusal(sending), isAsked);
  }
  let token = given;
  if (token === '') {
    const attempt = { phone: typed, purpose: 'sign-in', code: (code ?? '').replace(/[\s-]/g, '') } as const;
    const verified = await verifyCode(services, dealer, attempt, clientAddress);
    if (verified.kind !== 'verified') return refused(codeRefusal(verified), true);
    token = verified.token;
  }
  const outcome = await signIn(
    services,
    dealer,
    { fields, values, body, token },
    request.headers.get('cookie'),
  );
  // If a script verified the code, it has already reported the event.
  const verifiedHere = given === '' ? [verifiedCookie(services.env.BEHIND_TLS === 'yes')] : [];
  if (outcome.kind === 'signed_in') return { cookies: [outcome.cookie, ...verifiedHere] };
  const isOurFault = outcome.kind === 'failed';
  return {
    status: isOurFault ? 503 : 422,
    code: { isAsked: true, isNew: false },
    failure: { message: UNVERIFIED_MESSAGE, phone },
    ...(isOurFault && verifiedBy(token)),
  };
}

/** NAV-08: handles GET and POST of the sign-in page, which works without JavaScript. */
export async function signInPage(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<SignInPage> {
  const to = targetOf(dealer, new URL(request.url));
  const isPost = request.method === 'POST';
  const contact = isPost
    ? undefined
    : await signedInContact(services, dealer.slug, request.headers.get('cookie'));
  if (contact) return { kind: 'signed_in', to, cookies: [] };
  const fields = signInFields(dealer);
  const form = { kind: 'form', fields, canSend: canSendCodes(services) } as const;
  if (!isPost) return { ...form, status: 200, values: {}, code: { isAsked: false, isNew: false } };
  const body = await readLeadBody(request);
  const result = await handlePost({ services, dealer, request, clientAddress }, fields, body);
  if ('cookies' in result) return { kind: 'signed_in', to, cookies: result.cookies };
  return { ...form, ...result, values: withoutFormerConsents(dealer, body, body) };
}
