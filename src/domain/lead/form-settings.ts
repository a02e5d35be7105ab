import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { LeadsConfig } from '#src/config/sections/leads.ts';
import type { Dealership, Location } from '#src/config/sections/locations.ts';
import type { KindOfStock } from '#src/config/sections/verticals.ts';
import type { FieldOption } from './lead-field.ts';

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
