import { REQUIRED_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import {
  type FieldType,
  type LeadErrors,
  type LeadField,
  splitValues,
} from '#src/features/leads/fields/lead-field.ts';
import { formatPhone, groupedNumber } from '#src/platform/number/typed-number.ts';
import { shopperRecord } from './shopper-record.ts';

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

/** Native constraints by type; lenient where the server normalises, such as spaces in numbers. */
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

const describedBy = (form: string, { name, hint }: LeadField, error: string | undefined) =>
  [hint && hintId(form, name), error && errorId(form, name)].filter(Boolean).join(' ') || undefined;

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
  // Browsers truncate pasted text that has leading spaces.
  ...(field.type === 'postcode' ? {} : { maxLength: field.maxLength }),
  autoComplete: field.autocomplete ?? 'off',
  enterKeyHint: 'next' as const,
  ...BY_TYPE[field.type],
  ...bounds(field),
  ...(field.isFocused && { autoFocus: true }),
});

/** FORM-07, FORM-09: formats a stored value for display. */
export function shownValue({ type }: Pick<LeadField, 'type'>, value: string): string {
  if (type === 'tel') return formatPhone(value);
  return type === 'money' || type === 'kms' ? groupedNumber(value) : value;
}

export const includesValue = (value: string, option: string): boolean => splitValues(value).includes(option);

/** The interface of `form.elements`; radio buttons of the same name are a list with a value. */
type Controls = {
  namedItem(name: string): { value?: string; checked?: boolean; validity?: ValidityState } | object | null;
};

const hasValidity = (control: object): control is { value: string; validity: ValidityState } =>
  'validity' in control && 'value' in control;

/**
 * Validates native constraints with the form's own messages, to spare most errors a round trip. The server validates
 * again.
 */
export function checkControls(fields: readonly LeadField[], controls: Controls): LeadErrors {
  return Object.fromEntries(
    fields.flatMap(({ name, type, required, invalidMessage }) => {
      const control = controls.namedItem(name);
      if (control === null) return [];
      if (type === 'choice') {
        const isMissing = required && Reflect.get(control, 'value') === '';
        return isMissing ? [[name, REQUIRED_MESSAGE]] : [];
      }
      if (!hasValidity(control)) return [];
      const blank = required && type !== 'terms' && control.value.trim() === '';
      if (blank) return [[name, REQUIRED_MESSAGE]];
      return control.validity.valid ? [] : [[name, invalidMessage]];
    }),
  );
}

const WIDE_TYPES: ReadonlySet<FieldType> = new Set(['textarea', 'opt-in', 'terms']);

export const isWideField = ({ type, isWide = false }: LeadField): boolean => isWide || WIDE_TYPES.has(type);

/** Lays out fields in two columns: one that would be alone in its row spans both. */
export function filledRows(fields: readonly LeadField[]): LeadField[] {
  const lone = new Set<LeadField>();
  /** The last field in the left column without a right neighbour, by step. */
  const open = new Map<number, LeadField>();
  for (const field of fields) {
    if (field.type === 'hidden' || (field.isLinked && field.value)) continue;
    const { inStep = 0 } = field;
    const before = open.get(inStep);
    open.delete(inStep);
    if (!isWideField(field)) {
      if (!before) open.set(inStep, field);
    } else if (before) lone.add(before);
  }
  for (const field of open.values()) lone.add(field);
  return fields.map((field) => (lone.has(field) ? { ...field, isWide: true } : field));
}

/**
 * Prefills empty fields from the shopper's record, unless the shopper has cleared them. The text of the focused field
 * is selected, so that typing replaces it.
 */
export function prefill(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(shopperRecord())) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type === 'hidden') continue;
    if (input.value !== '' || input.defaultValue !== '') continue;
    input.value = input.type === 'tel' ? formatPhone(text) : text;
    if (input === document.activeElement) input.select();
  }
}
