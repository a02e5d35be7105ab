import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { LeadsConfig } from '#src/config/sections/leads/leads-section.ts';
import type { KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import { REQUIRED_MESSAGE } from './form-messages.ts';

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

/** The part of a dealer's configuration that shapes its forms. */
export type FormSettings = {
  leads: Pick<
    LeadsConfig,
    | 'postcode'
    | 'messageRequired'
    | 'location'
    | 'categories'
    | 'termsCheckbox'
    | 'termsNote'
    | 'optInText'
    | 'testDriveTerms'
    | 'moneyQuickPicks'
    | 'enquiryExtras'
    | 'serviceExtras'
    | 'steps'
  >;
  finance: Pick<FinanceConfig, 'quickQuote' | 'provider' | 'calculator' | 'termYearsList'>;
  /** Registrations are of this state unless said otherwise. */
  state: string;
  locations: readonly Pick<Location, 'id' | 'name' | 'visible' | 'location_type' | 'dealership'>[];
  dealerships: readonly (Pick<Dealership, 'slug' | 'name'> & Partial<Pick<Dealership, 'switches'>>)[];
};

/** The subject of the page around the form; ids as in the vehicles table and the dealer file. */
export type FormContext = {
  carId?: string | undefined;
  /** What the form is about, or else what the dealer mainly sells; a car by default. */
  kind?: KindOfStock | undefined;
  locationId?: string | undefined;
  /** Today at the dealer's, YYYY-MM-DD; without it any day may be chosen. */
  today?: string | undefined;
  /**
   * FORM-12: times a test drive can start, "2026-07-01T10:30" at the dealer's; without them a day is asked for. "any"
   * where what was sent is held against the free times elsewhere.
   */
  slots?: readonly FieldOption[] | 'any' | undefined;
  /** Locations with free times of their own, where test drives are. */
  places?: readonly FieldOption[] | undefined;
  /** Name of the location the times are for; without times, of one that has none left. */
  slotPlace?: string | undefined;
};

/** FAV-01: the most vehicles one enquiry is about. */
export const MAX_CARS_PER_ENQUIRY = 10;
export const MAX_ID_CHARACTERS = 100;

/** Ids of all vehicles of an enquiry about several, with commas; the first is also its `car_id`. */
export const CAR_IDS: LeadField = {
  name: 'car_ids',
  label: 'Vehicles',
  type: 'hidden',
  required: false,
  maxLength: MAX_CARS_PER_ENQUIRY * (MAX_ID_CHARACTERS + 1),
  invalidMessage: REQUIRED_MESSAGE,
};

/** Each once, in the order of the shopper's choice. */
export const carIdsOf = ({ car_id = '', car_ids = '' }: LeadValues): string[] =>
  [...new Set([car_id, ...car_ids.split(/[\s,]+/)])].filter(Boolean).slice(0, MAX_CARS_PER_ENQUIRY);
