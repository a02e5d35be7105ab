/** FIN-02: how shoppers rate their own credit. */
export const CREDIT_SCORES = ['GREAT', 'DECENT', 'POOR'] as const;
export type CreditScore = (typeof CREDIT_SCORES)[number];
export const CREDIT_SCORE_LABELS: Readonly<Record<CreditScore, string>> = {
  GREAT: 'Great',
  DECENT: 'Decent',
  POOR: 'Poor',
};
export const DEFAULT_CREDIT_SCORE: CreditScore = 'GREAT';

export const isCreditScore = (text: unknown): text is CreditScore =>
  (CREDIT_SCORES as readonly unknown[]).includes(text);
