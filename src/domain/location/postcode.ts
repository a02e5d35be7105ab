export const POSTCODE_DIGITS = 4;

/** An Australian postcode: four digits. */
export const isPostcode = (text: string): boolean => /^\d{4}$/.test(text);
