/** "30k", "$25.5k", "12.75k". */
const THOUSANDS = /^\D*(\d{1,3}(?:\.\d{1,2})?)\s*k(?![a-z])/i;

/** The digits of a number as people type it into a filter: "25,000.00", "under 30000", "30k"; empty without any. */
export function enteredDigits(text: string): string {
  const thousands = THOUSANDS.exec(text)?.[1];
  if (thousands !== undefined) return String(Math.round(Number(thousands) * 1000));
  return text.replace(/\.\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}
