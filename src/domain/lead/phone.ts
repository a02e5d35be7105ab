/** Landlines and mobiles (02-05, 07, 08), and 13, 1300 and 1800 numbers. */
const AUSTRALIAN_NUMBER = /^(?:0[2-578]\d{8}|13\d{4}|1[38]00\d{6})$/;

/** FORM-07: digits only, with the country code 61 (and a trunk zero behind it) turned into 0. */
export const normalisePhone = (text: string): string => text.replace(/\D/g, '').replace(/^610?/, '0');

/** @param normalised as `normalisePhone` returns it */
export const isAustralianPhone = (normalised: string): boolean => AUSTRALIAN_NUMBER.test(normalised);

/** FORM-07: `04 1234 5678`. Numbers that are not ten digits from 0 stay as they are. */
export function formatPhone(text: string): string {
  const digits = normalisePhone(text);
  return /^0\d{9}$/.test(digits)
    ? `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`
    : text.trim();
}
