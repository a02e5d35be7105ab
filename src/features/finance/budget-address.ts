import { highestPrice, type OwnLoanRules, type OwnTerms } from '#src/domain/finance/own-loan.ts';

/**
 * The same search by the highest price whose repayment fits a weekly budget.
 * @param budget dollars; without it the one in the address
 * @returns undefined where there is no budget
 */
export function budgetAddress(
  address: URL,
  rules: OwnLoanRules,
  terms: OwnTerms,
  budget?: number,
): string | undefined {
  const [, stated] = (address.searchParams.get('weekly_price') ?? '').split(':');
  const dollars = budget ?? Number(stated || 0);
  if (!(dollars > 0)) return undefined;
  const to = new URL(address);
  const [lowest = ''] = (to.searchParams.get('price') ?? '').split(':');
  const highest = highestPrice(rules, terms, dollars);
  to.searchParams.delete('weekly_price');
  to.searchParams.delete('page');
  // A lowest price above the highest would be no range.
  to.searchParams.set('price', `${Number(lowest) <= highest ? lowest : ''}:${highest}`);
  return to.href;
}
