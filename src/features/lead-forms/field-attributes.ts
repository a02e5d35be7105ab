import type { FieldType, LeadField } from '#src/domain/lead/lead-field.ts';

export const fieldId = (form: string, name: string): string => `${form}-${name}`;
export const errorId = (form: string, name: string): string => `${form}-${name}-error`;

/** Native constraints and keyboards by type; lenient where the server cleans up, as with spaces in numbers. */
const BY_TYPE: Partial<Record<FieldType, { type?: string; inputMode?: 'numeric'; pattern?: string }>> = {
  email: { type: 'email' },
  tel: { type: 'tel', pattern: '[+0-9 \\(\\)\\-]{6,30}' },
  postcode: { inputMode: 'numeric', pattern: '\\s*[0-9]{4}\\s*' },
};

/** Attributes every control of a field shares, its error's tie included. */
export const controlAttributes = (form: string, field: LeadField, error: string | undefined) => ({
  id: fieldId(form, field.name),
  name: field.name,
  required: field.required,
  ...(error === undefined
    ? {}
    : { 'aria-invalid': true as const, 'aria-describedby': errorId(form, field.name) }),
});

export const inputAttributes = (field: LeadField) => ({
  type: 'text',
  maxLength: field.maxLength,
  autoComplete: field.autocomplete ?? 'off',
  ...BY_TYPE[field.type],
});
