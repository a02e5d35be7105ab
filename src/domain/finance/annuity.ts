/**
 * A loan paid off in equal instalments at the end of each period. Money in any one unit, rate as a fraction a period.
 */
export type Annuity = { principal: number; rate: number; periods: number; balloon: number };

const isAmount = (value: number) => Number.isFinite(value) && value >= 0;

/**
 * Value today of 1 paid at the end of each of `periods` periods.
 * log1p and expm1 keep their digits where the rate is almost nothing.
 */
export function annuityFactor(rate: number, periods: number): number {
  return rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate;
}

/** Value today of 1 paid after `periods` periods. */
export const discount = (rate: number, periods: number): number => Math.exp(-periods * Math.log1p(rate));

/**
 * The equal instalment that leaves exactly `balloon` owing after the last period. Unrounded, never negative.
 * @returns null if the figures are no valid loan: negative, not finite, no period, or a balloon above the principal
 */
export function instalment({ principal, rate, periods, balloon }: Annuity): number | null {
  const isLoan = [principal, rate, balloon].every(isAmount) && Number.isInteger(periods) && periods > 0;
  if (!isLoan || balloon > principal) return null;
  // The balloon earns interest only; the rest is paid off.
  const amount = (principal - balloon) / annuityFactor(rate, periods) + balloon * rate;
  return Number.isFinite(amount) ? amount : null;
}
