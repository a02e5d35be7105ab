import { MINUTE_MS } from '../duration.ts';
import { REQUIRED_MESSAGE } from '../lead/messages.ts';
import { normalisePhone } from '../lead/phone.ts';

/** What a phone is verified for: a code, and what it proves, is worth nothing for another purpose. */
export const PHONE_CODE_PURPOSES = ['finance', 'reserve', 'sign-in'] as const;
export type PhoneCodePurpose = (typeof PHONE_CODE_PURPOSES)[number];

/** AUTH-02 */
export const CODE_LENGTH = 6;
export const CODE_VALID_MS = 10 * MINUTE_MS;
/** Codes compared with one that was sent; afterwards it is worth nothing. */
export const CODE_TRIES = 5;
/** How long a verified phone counts as verified: the form is sent with the same press of a button. */
export const PHONE_TOKEN_VALID_MS = 10 * MINUTE_MS;

/** The exact texts of AUTH-02 and ERR-03. */
export const CODE_MESSAGE = 'Code must be 6 digits.';
export const WRONG_CODE_MESSAGE = 'The verification code is invalid. Please try again.';
export const TOO_MANY_TRIES_MESSAGE = 'Too many verification attempts. Please try again later.';
export const UNKNOWN_MESSAGE = 'An unknown error occurred.';
export const UNVERIFIED_MESSAGE = 'An unknown error occurred during verification.';

export const MOBILE_MESSAGE = 'Enter an Australian mobile number, such as 0412 345 678.';

export const PHONE_UNVERIFIED_MESSAGE = 'Verify your phone number with the code we send you.';

/** Only mobiles: text messages to other countries and numbers are how others earn money with such a form. */
const MOBILE = /^04\d{8}$/;

/** @param normalised as `normalisePhone` returns it */
export const isMobile = (normalised: string): boolean => MOBILE.test(normalised);

/** @returns what is wrong with a phone, in any spelling, that a code is asked for */
export function mobileProblem(typed: string): string | undefined {
  if (typed.trim() === '') return REQUIRED_MESSAGE;
  return isMobile(normalisePhone(typed)) ? undefined : MOBILE_MESSAGE;
}

/** `+614…`, as a service for text messages takes it. @param mobile as `isMobile` accepts it */
export const internationalMobile = (mobile: string): string => `+61${mobile.slice(1)}`;

/** @returns what is wrong with a code before it is compared with any */
export const codeProblem = (typed: string): string | undefined => {
  if (typed === '') return REQUIRED_MESSAGE;
  return /^\d{6}$/.test(typed) ? undefined : CODE_MESSAGE;
};

/**
 * The text message. Its last line binds the code to the site, so that browsers fill it in there and nowhere else
 * (WebOTP, and "domain-bound codes" of Apple). Letters outside the GSM alphabet would make it two messages.
 */
export const codeText = ({ code, name, host }: { code: string; name: string; host: string }): string =>
  `${code} is your code for ${name}. It works for 10 minutes. Do not share it.\n\n@${host} #${code}`;
