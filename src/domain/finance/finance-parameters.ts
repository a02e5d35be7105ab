/** FIN-01: what a link to the finance page may say; the fields of the finance form have the same names. */
export const FINANCE_PARAMETERS = [
  'car_id',
  'vin',
  'nvic',
  'year',
  'preferredDealership',
  'car_type',
  'vehiclePriceBudget',
  'price',
  'loanTerm',
  'selfAssessedCreditScore',
  'credit_score',
  'whoIsHelping',
] as const;
