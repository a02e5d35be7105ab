import type { OwnLoanRules } from './own-loan.ts';

/** Its numbers in order: with names and quotes they were a hundredth of each page with repayments. */
export const ownLoanText = ({ rates, largestDeposit, smallestLoan, fees, terms }: OwnLoanRules): string =>
  JSON.stringify([
    ...[rates.GREAT, rates.DECENT, rates.POOR, largestDeposit, smallestLoan],
    ...[fees.establishmentFee, fees.capitaliseFee, fees.monthlyFee],
    ...terms,
  ]);

type Rates = [GREAT: number, DECENT: number, POOR: number];
type Numbers = [...Rates, number, number, number, capitaliseFee: boolean, number, ...terms: number[]];

/** @param text of `ownLoanText` */
export function ownLoanOf(text: string): OwnLoanRules {
  const [GREAT, DECENT, POOR, largestDeposit, smallestLoan, ...rest] = JSON.parse(text) as Numbers;
  const [establishmentFee, capitaliseFee, monthlyFee, ...terms] = rest;
  const fees = { establishmentFee, capitaliseFee, monthlyFee };
  return { rates: { GREAT, DECENT, POOR }, largestDeposit, smallestLoan, fees, terms };
}
