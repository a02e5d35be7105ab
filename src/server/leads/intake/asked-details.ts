import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { FINANCE_SEEN } from '#src/domain/lead/forms/finance.ts';
import { type LeadField, type LeadValues, severalValues } from '#src/domain/lead/lead-field.ts';
import { groupedNumber } from '#src/domain/lead/number-text.ts';

/** Fields with their own place in the payload. */
const PLACED = new Set([
  'name',
  'last_name',
  'email',
  'phone',
  'postcode',
  'message',
  'default_message',
  'category',
  'opt_in',
  'terms',
  'dealership_slug',
  'location_id',
  'car_id',
  'car_ids',
  'Rego',
  'car_year',
  'car_description',
  'additional_services',
  'booking_date',
  'booking_time',
  'slot',
  FINANCE_SEEN,
]);

function shown({ type, options = [] }: LeadField, value: string): string {
  if (type === 'money') return `$${groupedNumber(value)}`;
  if (type === 'kms') return `${groupedNumber(value)} kms`;
  return options.find((option) => option.value === value)?.label ?? value;
}

/** FORM-13: answers without their own field in the payload, in the order of the form. */
export const otherDetails = (fields: readonly LeadField[], values: LeadValues): LeadPayload['details'] =>
  fields.flatMap((field) => {
    const value = values[field.name] ?? '';
    if (value === '' || PLACED.has(field.name)) return [];
    return [{ name: field.name, label: field.label, value: shown(field, value) }];
  });

const has = <K extends string>(key: K, value: string | undefined) =>
  value ? ({ [key]: value } as Record<K, string>) : {};

/** For the dealer, who may recognise a vehicle that is no longer public. */
const goneCar = (id: string) => ({
  name: 'gone_car_id',
  label: 'Asked about',
  value: `a vehicle no longer listed (id ${id})`,
});

/** FORM-13: the shopper's own vehicle and ticked extras; only answered fields. */
export function answeredParts(
  fields: readonly LeadField[],
  values: LeadValues,
  goneCarIds: readonly string[] = [],
): Partial<LeadPayload> {
  const services = severalValues(values.additional_services ?? '');
  const details = [...(otherDetails(fields, values) ?? []), ...goneCarIds.map(goneCar)];
  return {
    ...has('Rego', values.Rego),
    ...has('car_year', values.car_year),
    ...has('car_description', values.car_description),
    ...(services.length > 0 ? { additional_services: services } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
}
