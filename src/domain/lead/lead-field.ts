export type FieldType =
  | 'text'
  | 'email'
  | 'tel'
  | 'postcode'
  | 'textarea'
  | 'select'
  /** One of several, all in sight. */
  | 'choice'
  /** Any of several; its value is theirs, one a line. */
  | 'choices'
  | 'date'
  | 'time'
  /** A time to come by: a select grouped by day. */
  | 'slot'
  /** Whole dollars. */
  | 'money'
  | 'kms'
  | 'number'
  | 'rego'
  /** Of a text message. */
  | 'code'
  | 'opt-in'
  | 'terms'
  | 'hidden';

/** One choice; `group` is the heading above it. The empty value means no choice. */
export type FieldOption = { value: string; label: string; group?: string };

/** One field of a form: drives its schema, its HTML and its messages. */
export type LeadField = {
  /** Name in the request and in the lead payload. */
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** Characters after cleaning. */
  maxLength: number;
  /** Shown if the field is filled in wrongly. */
  invalidMessage: string;
  autocomplete?: string;
  hint?: string;
  /** Choices of a select, of radio buttons or boxes. */
  options?: readonly FieldOption[];
  /** Value of a hidden field. */
  value?: string;
  /** Of a hidden field that takes what a link says: any other text counts as none, as shoppers cannot correct it. */
  pattern?: string;
  /** Whether `value` counts whatever was sent. */
  isFixed?: boolean;
  /** Bounds of a number, dollars or kilometres. */
  min?: number;
  max?: number;
  step?: number;
  /** Bounds of a date, YYYY-MM-DD. */
  earliest?: string;
  latest?: string;
  /** FORM-09: numbers offered as buttons. */
  quickPicks?: readonly number[];
  /** Has the focus when its page is shown: it is what the shopper came to fill in. */
  isFocused?: boolean;
  /** Spans the whole width of its form. */
  isWide?: boolean;
  /** FORM-12: a choice of place; the free times of a test drive there come with it. */
  bringsTimes?: boolean;
  /** The step of its form, from 0. */
  inStep?: number;
};

/** What a form holds: texts by field name; a ticked box is "on", an empty field "". */
export type LeadValues = Readonly<Record<string, string>>;

/** Messages by field name. */
export type LeadErrors = Readonly<Record<string, string>>;

export const TICKED = 'on';

/** The values of a field with several. */
export const severalValues = (value: string): string[] => value.split('\n').filter((one) => one !== '');
