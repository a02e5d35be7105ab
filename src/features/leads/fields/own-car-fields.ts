import { STATES } from '#src/config/sections/states.ts';
import type { KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import {
  CHOICE_MESSAGE,
  REGO_MESSAGE,
  REQUIRED_MESSAGE,
  rangeMessage,
  YEAR_MESSAGE,
} from './form-messages.ts';
import type { FormContext, FormSettings, LeadField } from './lead-field.ts';

/** Fields about the shopper's own vehicle, and numbers about the one they look for (FORM-09, FORM-13). */

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const MAX_DOLLARS = 10_000_000;
const MAX_KMS = 2_000_000;

/** FORM-09: in dollars. */
export const MONEY_QUICK_PICKS = {
  standard: [5000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000, 70_000],
  high: [300_000, 400_000, 500_000, 600_000, 700_000, 800_000],
} as const;
/** FORM-09: a caravan has no odometer. */
const KMS_QUICK_PICKS = {
  car: [20_000, 50_000, 80_000, 100_000, 150_000, 200_000],
  truck: [50_000, 100_000, 200_000, 300_000, 500_000, 800_000],
  motorcycle: [2000, 5000, 10_000, 20_000, 30_000, 50_000],
  caravan: undefined,
  part: undefined,
} as const satisfies Record<KindOfStock, readonly number[] | undefined>;

export const hasOdometer = (kind: KindOfStock): boolean => KMS_QUICK_PICKS[kind] !== undefined;

/** FORM-02: never required. */
export const REGO: LeadField = {
  name: 'Rego',
  label: 'Rego',
  type: 'rego',
  required: false,
  maxLength: 12,
  invalidMessage: REGO_MESSAGE,
};

export const regoState = (fallback: string): LeadField => ({
  name: 'rego_state',
  label: 'Registered in',
  type: 'select',
  required: false,
  maxLength: 3,
  invalidMessage: CHOICE_MESSAGE,
  value: fallback,
  options: STATES.map((state) => ({ value: state, label: state.toUpperCase() })),
});

export const CAR_YEAR: LeadField = {
  name: 'car_year',
  label: 'Year',
  type: 'number',
  required: false,
  maxLength: 4,
  min: FIRST_YEAR,
  max: LAST_YEAR,
  step: 1,
  invalidMessage: YEAR_MESSAGE,
};

export const CAR_DESCRIPTION: LeadField = {
  name: 'car_description',
  label: 'Make and model',
  type: 'text',
  required: false,
  maxLength: 120,
  invalidMessage: REQUIRED_MESSAGE,
};

export const money = (
  { leads }: { leads: Pick<FormSettings['leads'], 'moneyQuickPicks'> },
  field: Pick<LeadField, 'name' | 'label'> & Partial<LeadField>,
): LeadField => ({
  type: 'money',
  required: false,
  maxLength: 20,
  min: 0,
  max: MAX_DOLLARS,
  invalidMessage: rangeMessage(0, MAX_DOLLARS),
  quickPicks:
    typeof leads.moneyQuickPicks === 'string'
      ? MONEY_QUICK_PICKS[leads.moneyQuickPicks]
      : leads.moneyQuickPicks,
  isWide: true,
  ...field,
});

/** FORM-09: none for a kind without an odometer. */
export function kms(
  { kind = 'car' }: Pick<FormContext, 'kind'>,
  field: Pick<LeadField, 'name' | 'label'> & Partial<LeadField>,
): LeadField[] {
  const quickPicks = KMS_QUICK_PICKS[kind];
  return quickPicks === undefined
    ? []
    : [
        {
          type: 'kms',
          required: false,
          maxLength: 20,
          min: 0,
          max: MAX_KMS,
          invalidMessage: rangeMessage(0, MAX_KMS),
          quickPicks,
          isWide: true,
          ...field,
        },
      ];
}
