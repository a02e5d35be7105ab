export const FREQUENCIES = ['weekly', 'fortnightly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Repayments a year (FIN-07). */
export const PAYMENTS_PER_YEAR: Record<Frequency, number> = { weekly: 52, fortnightly: 26, monthly: 12 };

/** Repayments a year inside the comparison rate, and nowhere else: National Credit Regulations 2010, reg 100(3). */
export const COMPARISON_PAYMENTS_PER_YEAR: Record<Frequency, number> = {
  weekly: 52.18,
  fortnightly: 26.09,
  monthly: 12,
};
