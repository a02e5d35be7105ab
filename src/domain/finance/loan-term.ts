/** FIN-14: years of a loan, by the half year. */
export const LOAN_TERMS_YEARS: readonly number[] = Array.from({ length: 13 }, (_, at) => 1 + at / 2);
/** FIN-17. */
export const FIRST_TERM_YEARS = 5;
