import { type FieldType, type LeadField, severalValues } from '#src/domain/lead/lead-field.ts';
import { groupedNumber } from '#src/domain/lead/number-text.ts';
import { formatPhone } from '#src/domain/lead/phone.ts';

export const fieldId = (form: string, name: string): string => `${form}-${name}`;
export const errorId = (form: string, name: string): string => `${form}-${name}-error`;
export const hintId = (form: string, name: string): string => `${form}-${name}-hint`;

type Native = {
  type?: string;
  inputMode?: 'numeric';
  pattern?: string;
  autoCapitalize?: string;
  spellCheck?: boolean;
};

/** Native constraints and keyboards by type; lenient where the server cleans up, as with spaces in numbers. */
const BY_TYPE: Partial<Record<FieldType, Native>> = {
  email: { type: 'email' },
  tel: { type: 'tel', pattern: '[+0-9\\s\\(\\)\\-–.\\/]{6,30}' },
  postcode: { inputMode: 'numeric', pattern: '\\s*[0-9]{4}\\s*' },
  date: { type: 'date' },
  time: { type: 'time' },
  money: { inputMode: 'numeric', pattern: '[$0-9, .]*' },
  kms: { inputMode: 'numeric', pattern: '[0-9, kKmMsS]*' },
  number: { type: 'number', inputMode: 'numeric' },
  code: { inputMode: 'numeric', pattern: '[0-9 \\-]*' },
  rego: { autoCapitalize: 'characters', spellCheck: false },
};

/** Ids of the texts that belong to a control. */
const describedBy = (form: string, { name, hint }: LeadField, error: string | undefined) =>
  [hint && hintId(form, name), error && errorId(form, name)].filter(Boolean).join(' ') || undefined;

/** Attributes every control of a field shares, including references to its hint and error. */
export const controlAttributes = (form: string, field: LeadField, error: string | undefined) => {
  const described = describedBy(form, field, error);
  return {
    id: fieldId(form, field.name),
    name: field.name,
    required: field.required,
    ...(described === undefined ? {} : { 'aria-describedby': described }),
    ...(error === undefined ? {} : { 'aria-invalid': true as const }),
  };
};

const bounds = ({ type, min, max, step, earliest, latest }: LeadField) => {
  if (type === 'number') return { min, max, step };
  return type === 'date' ? { min: earliest, max: latest } : {};
};

export const inputAttributes = (field: LeadField) => ({
  type: 'text',
  // Browsers cut off what is pasted with a space before it.
  ...(field.type === 'postcode' ? {} : { maxLength: field.maxLength }),
  autoComplete: field.autocomplete ?? 'off',
  enterKeyHint: 'next' as const,
  ...BY_TYPE[field.type],
  ...bounds(field),
  ...(field.isFocused && { autoFocus: true }),
});

/** FORM-07, FORM-09: a stored value as shown to the shopper. */
export function shownValue({ type }: Pick<LeadField, 'type'>, value: string): string {
  if (type === 'tel') return formatPhone(value);
  return type === 'money' || type === 'kms' ? groupedNumber(value) : value;
}

export const holds = (value: string, option: string): boolean => severalValues(value).includes(option);
