import type { DealerConfig } from '#src/config/dealer-config.ts';
import { mainKind } from '#src/config/sections/stock/stock-terms.ts';
import type { LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { LEAD_FORMS, type LeadFormName } from '#src/features/leads/forms/lead-form.ts';
import {
  conditionFields,
  JOURNEY_PAGES,
  type JourneyPage,
  NO_PLATE,
  plateFields,
  vehicleFields,
} from '#src/features/trade-in/trade-in-journey.ts';

/** A date that is neither past nor too far ahead. */
const YEAR = 2022;
const text = (name: string): LeadField => ({
  ...{ name, label: name, type: 'text', required: false, maxLength: 100, invalidMessage: '' },
});

/** The fields of each form opened without a vehicle; the test-drive form with free times and with any date. */
export const formFields = (form: LeadFormName, dealer: DealerConfig): LeadField[] =>
  LEAD_FORMS[form].fields(dealer, { kind: mainKind(dealer.verticals), slots: 'any' });

function stepFields(page: JourneyPage, dealer: DealerConfig): LeadField[] {
  switch (page) {
    case 'vehicle':
      return vehicleFields(YEAR, mainKind(dealer.verticals));
    case 'condition':
      return conditionFields(dealer.tradeIn, mainKind(dealer.verticals));
    case 'details':
      return formFields('trade-in', dealer);
    case 'offer':
      return [
        { ...text('decision'), options: ['accept', 'decline'].map((value) => ({ value, label: value })) },
      ];
    default:
      return [];
  }
}

/** Addresses that take a form, with the fields of each. @param valuations ids of running valuations */
export function askedFields(
  dealer: DealerConfig,
  valuations: readonly string[],
): ReadonlyMap<string, readonly LeadField[]> {
  type Asked = readonly [path: string, fields: readonly LeadField[]];
  const forms = (Object.keys(LEAD_FORMS) as LeadFormName[]).flatMap((form) =>
    ['/api/leads', '/enquire'].map((at) => [`${at}/${form}`, formFields(form, dealer)] as const),
  );
  const steps = valuations.flatMap((id) =>
    JOURNEY_PAGES.map((page) => [`/value-my-car/${id}/${page}`, stepFields(page, dealer)] as const),
  );
  const begin: Asked = ['/value-my-car', [...plateFields(dealer.state), text(NO_PLATE), text('car_id')]];
  return new Map<string, readonly LeadField[]>([...forms, ...steps, begin]);
}

const BY_NAME: Readonly<Record<string, string>> = {
  email: 'annabel@example.com',
  phone: '0412 345 678',
  postcode: '4006',
  year: String(YEAR),
};

/** A value the field accepts. */
export function plausible({ name, type, options, min = 0 }: LeadField): string {
  const choice = options?.find(({ value }) => value !== '');
  if (choice && type !== 'hidden') return choice.value;
  switch (type) {
    case 'hidden':
      return '';
    case 'opt-in':
    case 'terms':
      return 'on';
    case 'date':
      return '2030-07-01';
    case 'time':
      return '10:30';
    case 'slot':
      return '2030-07-01T10:30';
    case 'rego':
      return 'ABC123';
    case 'money':
    case 'kms':
    case 'number':
      return BY_NAME[name] ?? String(Math.max(min, 20_000));
    default:
      return BY_NAME[name] ?? 'Annabel';
  }
}

export const plausibleValues = (fields: readonly LeadField[]): LeadValues =>
  Object.fromEntries(fields.map((field) => [field.name, plausible(field)]));
