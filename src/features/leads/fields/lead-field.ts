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
  /** Radio buttons. */
  | 'choice'
  /** Checkboxes; the value has one option per line. */
  | 'choices'
  | 'date'
  | 'time'
  /** A bookable time: its day, then its time. */
  | 'slot'
  /** Whole dollars. */
  | 'money'
  | 'kms'
  | 'number'
  | 'rego'
  /** The code of a text message. */
  | 'code'
  | 'opt-in'
  | 'terms'
  | 'hidden';

/** `group` is the day of a bookable time. An empty value means no selection. */
export type FieldOption = { value: string; label: string; group?: string };

export type LeadField = {
  /** Name in the request and in the lead payload. */
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** In characters after cleaning. */
  maxLength: number;
  invalidMessage: string;
  autocomplete?: string;
  hint?: string;
  options?: readonly FieldOption[];
  /** Value of a hidden field. */
  value?: string;
  /** For a hidden field filled by a link: a value that does not match is dropped, as shoppers cannot correct it. */
  pattern?: string;
  /** Whether `value` overrides whatever was posted. */
  isFixed?: boolean;
  /** Bounds of a number, dollars or kilometres. */
  min?: number;
  max?: number;
  step?: number;
  /** Bounds of a date, YYYY-MM-DD. */
  earliest?: string;
  latest?: string;
  /** FORM-09. */
  quickPicks?: readonly number[];
  /** Hidden while another part of the page has its value, which `value` is at first. */
  isLinked?: boolean;
  /** Autofocused. */
  isFocused?: boolean;
  /** Spans the whole width of its form. */
  isWide?: boolean;
  /** FORM-12: selects a location, whose free times are then loaded. */
  loadsTimes?: boolean;
  /** The step of its form, from 0. */
  inStep?: number;
};

/** Values by field name; a ticked box is "on", an empty field "". */
export type LeadValues = Readonly<Record<string, string>>;

/** Messages by field name. */
export type LeadErrors = Readonly<Record<string, string>>;

export const TICKED = 'on';

export const splitValues = (value: string): string[] => value.split('\n').filter((one) => one !== '');

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
  /** The default state of registrations. */
  state: string;
  locations: readonly Pick<Location, 'id' | 'name' | 'visible' | 'location_type' | 'dealership'>[];
  dealerships: readonly (Pick<Dealership, 'slug' | 'name'> & Partial<Pick<Dealership, 'switches'>>)[];
};

/** The context of the page with the form; ids as in the vehicles table and the dealer file. */
export type FormContext = {
  carId?: string | undefined;
  /** The kind of the form's vehicle, else what the dealer mainly sells; a car by default. */
  kind?: KindOfStock | undefined;
  locationId?: string | undefined;
  /** FORM-242: of the delivery of a deal. */
  deliveryPostcode?: string | undefined;
  /** CFG-16: whether the vehicle is rented by the week; in a posted form, whether the site's are. */
  isByTheWeek?: boolean | undefined;
  /** Today in the dealer's time zone, YYYY-MM-DD; without it any day is valid. */
  today?: string | undefined;
  /**
   * FORM-12: start times of test drives, "2026-07-01T10:30" in local time; without them the form asks for a day.
   * "any" if the posted time is checked against the free times elsewhere.
   */
  slots?: readonly FieldOption[] | 'any' | undefined;
  /** FORM-275: whether the page offers vehicles to pick before the form. */
  hasPicker?: boolean | undefined;
  /** Locations with free times. */
  places?: readonly FieldOption[] | undefined;
  /** Name of the location of the times; without times, of one that is fully booked. */
  slotPlace?: string | undefined;
};

/** FAV-01. */
export const MAX_CARS_PER_ENQUIRY = 10;
export const MAX_ID_CHARACTERS = 100;

/** Comma-separated ids of all vehicles of an enquiry; the first is also its `car_id`. */
export const CAR_IDS: LeadField = {
  name: 'car_ids',
  label: 'Vehicles',
  type: 'hidden',
  required: false,
  maxLength: MAX_CARS_PER_ENQUIRY * (MAX_ID_CHARACTERS + 1),
  invalidMessage: REQUIRED_MESSAGE,
};

/** Unique, in the shopper's order. */
export const carIdsOf = ({ car_id = '', car_ids = '' }: LeadValues): string[] =>
  [...new Set([car_id, ...car_ids.split(/[\s,]+/)])].filter(Boolean).slice(0, MAX_CARS_PER_ENQUIRY);
