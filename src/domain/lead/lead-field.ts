export type FieldType =
  | 'text'
  | 'email'
  | 'tel'
  | 'postcode'
  | 'textarea'
  | 'select'
  | 'opt-in'
  | 'terms'
  | 'hidden';

/** One field of a form: drives its schema, its HTML and its messages. */
export type LeadField = {
  /** Name in the request and in the lead payload. */
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** Characters after cleaning. */
  maxLength: number;
  /** Said when the field is filled in wrongly. */
  invalidMessage: string;
  autocomplete?: string;
  hint?: string;
  /** Choices of a select; the empty value stands for no choice. */
  options?: readonly { value: string; label: string }[];
  /** Value of a hidden field. */
  value?: string;
};

/** What a form holds: texts by field name; a ticked box is "on", an empty field "". */
export type LeadValues = Readonly<Record<string, string>>;

/** What is wrong: message by field name. */
export type LeadErrors = Readonly<Record<string, string>>;

export const TICKED = 'on';
