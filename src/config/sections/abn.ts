const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
const MODULUS = 89;

/** Whether the check digits of an ABN add up, by the rule of the Australian Business Register. */
export function isAbn(text: string): boolean {
  const digits = [...text.replaceAll(' ', '')].map(Number);
  const sum = digits.reduce(
    (total, digit, at) => total + (at === 0 ? digit - 1 : digit) * (WEIGHTS[at] ?? 0),
    0,
  );
  return digits.length === WEIGHTS.length && sum % MODULUS === 0;
}
