export const DEFAULT_RESERVE_AMOUNT = '$200';

/**
 * Amount beside Reserve (VDP-26, decision 3): $200 where the dealer says nothing, none where it says "" or $0.
 * @param configured as the dealer file has it, "$500"
 */
export function reserveAmountText(configured: string | undefined): string | null {
  const text = (configured ?? DEFAULT_RESERVE_AMOUNT).trim();
  return /[1-9]/.test(text) ? text : null;
}
