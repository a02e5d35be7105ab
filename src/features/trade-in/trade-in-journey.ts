import { CONDITION_QUESTIONS, type TradeInSettings } from '#src/config/sections/leads/trade-in-section.ts';
import { STATES } from '#src/config/sections/setting-types.ts';
import { type KindOfStock, ownNoun } from '#src/config/sections/stock/stock-terms.ts';
import {
  CHOICE_MESSAGE,
  REQUIRED_MESSAGE,
  rangeMessage,
  YEAR_MESSAGE,
} from '#src/features/leads/fields/form-messages.ts';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import { kms } from '#src/features/leads/fields/own-car-fields.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { BODY_TYPES, type BodyType, FUELS, TRANSMISSIONS } from '#src/features/vehicle/vehicle.ts';
import { QUESTIONS } from './trade-in-estimate.ts';
import { AXLES, type TradeInRecord } from './trade-in-record.ts';

/** The pages of the valuation; `vehicle` is manual entry without a plate. */
export const JOURNEY_PAGES = ['vehicle', 'condition', 'details', 'offer', 'photos', 'done'] as const;
export type JourneyPage = (typeof JOURNEY_PAGES)[number];

export const isJourneyPage = (name: string): name is JourneyPage =>
  (JOURNEY_PAGES as readonly string[]).includes(name);

/** Of the button that sends the photos chosen, if any, and ends the journey. */
export const FINISH = { name: 'then', value: 'done' } as const;

/** Where the valuation continues. */
export function nextPage(record: TradeInRecord, settings: Pick<TradeInSettings, 'photos'>): JourneyPage {
  if (record.lead_id !== null) {
    const isDecided = record.offer_accepted !== null || record.offer_price === null;
    if (!isDecided) return 'offer';
    return settings.photos ? 'photos' : 'done';
  }
  if (record.vehicle === null) return 'vehicle';
  return record.valued_at === null ? 'condition' : 'details';
}

/**
 * Whether a page can be shown. What is behind can be gone back to until the dealer has it; what lies ahead cannot be
 * reached by its address: no estimate before the details.
 */
export function mayShow(
  record: TradeInRecord,
  page: JourneyPage,
  settings: Pick<TradeInSettings, 'photos'>,
): boolean {
  const isSent = record.lead_id !== null;
  switch (page) {
    case 'vehicle':
      return !isSent;
    case 'condition':
      return !isSent && record.vehicle !== null;
    case 'details':
      return !isSent && record.vehicle !== null && record.valued_at !== null;
    case 'offer':
      return isSent;
    case 'photos':
      return isSent && settings.photos;
    case 'done':
      return isSent;
  }
}

const STEP_OF: Readonly<Record<JourneyPage | 'plate', number>> = {
  plate: 1,
  vehicle: 1,
  condition: 2,
  details: 3,
  offer: 4,
  photos: 5,
  done: 5,
};

/**
 * The steps a shopper counts, and which one a page belongs to, from 1.
 * @param hasPlate whether the first step asks for a plate, or has asked for it
 */
export function progressAt(
  page: JourneyPage | 'plate',
  { photos }: Pick<TradeInSettings, 'photos'>,
  { kind, hasPlate }: { kind: KindOfStock; hasPlate: boolean },
) {
  const first = hasPlate ? 'Your plate' : `Your ${ownNoun(kind)}`;
  const steps = [first, 'Condition', 'Your details', 'Estimate', ...(photos ? ['Photos'] : [])];
  return { steps, current: Math.min(STEP_OF[page], steps.length) };
}

export const PLATE_MESSAGE = 'Enter your registration plate, such as ABC123.';
/** Name of the button of a shopper who does not know the plate. */
export const NO_PLATE = 'no_plate';
const FIRST_YEAR = 1950;
const MAX_WORDS = 60;

/** FORM-02, decision 9: rego is required in the lookup, with manual entry as the alternative. */
export const plateFields = (state: string): LeadField[] => [
  {
    name: 'rego',
    label: 'Registration plate',
    type: 'rego',
    required: true,
    maxLength: 12,
    invalidMessage: PLATE_MESSAGE,
  },
  {
    name: 'regoState',
    label: 'Registered in',
    type: 'select',
    required: true,
    maxLength: 3,
    invalidMessage: CHOICE_MESSAGE,
    value: state,
    options: STATES.map((each) => ({ value: each, label: each.toUpperCase() })),
  },
];

const words = (name: string, label: string, required: boolean, hint?: string): LeadField => ({
  name,
  label,
  type: 'text',
  required,
  maxLength: MAX_WORDS,
  invalidMessage: REQUIRED_MESSAGE,
  ...(hint && { hint }),
});

const oneOf = (
  name: string,
  label: string,
  choices: readonly { value: string; label: string }[],
): LeadField => ({
  name,
  label,
  type: 'select',
  required: false,
  maxLength: MAX_WORDS,
  invalidMessage: CHOICE_MESSAGE,
  options: [{ value: '', label: 'Not sure' }, ...choices],
});
const asTheyAre = (choices: readonly string[]) => choices.map((value) => ({ value, label: value }));

/** Decision 15: two values under one label are one choice. */
const body = (types: readonly BodyType[]): LeadField => {
  const bodies = types.map((value) => ({ value, label: BODY_LABELS[value] ?? value }));
  const labels = bodies.map(({ label }) => label);
  return oneOf(
    'simple_body',
    'Body type',
    bodies.filter(({ label }, at) => labels.indexOf(label) === at),
  );
};
const TRUCK_BODIES = ['cabChassis', 'lightTruck', 'bus', 'van', 'ute'] as const;

const DRIVETRAIN = [
  oneOf('simple_transmission', 'Transmission', asTheyAre(TRANSMISSIONS)),
  oneOf('simple_fuel', 'Fuel', asTheyAre(FUELS)),
];

const MOST_BERTHS = 12;

/** What differs between two vehicles of one model. */
const OF_KIND: Readonly<Record<KindOfStock, readonly LeadField[]>> = {
  car: [body(BODY_TYPES), ...DRIVETRAIN],
  truck: [body(TRUCK_BODIES), ...DRIVETRAIN],
  motorcycle: [],
  caravan: [
    {
      name: 'sleeps',
      label: 'Berths',
      type: 'number',
      required: false,
      maxLength: 2,
      min: 1,
      max: MOST_BERTHS,
      step: 1,
      invalidMessage: rangeMessage(1, MOST_BERTHS),
    },
    words('length', 'Body length', false),
    oneOf('axle_type', 'Axles', asTheyAre(AXLES)),
  ],
  part: [],
};

/** The vehicle, typed in by hand. */
export const vehicleFields = (thisYear: number, kind: KindOfStock = 'car'): LeadField[] => [
  {
    name: 'year',
    label: 'Year it was built',
    type: 'number',
    required: true,
    maxLength: 4,
    min: FIRST_YEAR,
    // Next year's models come early.
    max: thisYear + 1,
    step: 1,
    invalidMessage: YEAR_MESSAGE,
  },
  words('make', 'Make', true),
  words('model', 'Model', true),
  words('badge', 'Badge or variant', false),
  ...OF_KIND[kind],
];

const MOST_KMS = 2_000_000;

/** The adjustment questions this dealer asks. */
export const conditionFields = (
  { questions }: Pick<TradeInSettings, 'questions'>,
  kind: KindOfStock = 'car',
): LeadField[] => [
  ...kms(
    { kind },
    {
      name: 'kilometres',
      label: 'Odometer',
      required: true,
      min: 1,
      max: MOST_KMS,
      invalidMessage: rangeMessage(1, MOST_KMS),
    },
  ),
  ...CONDITION_QUESTIONS.filter((name) => questions.includes(name)).map((name): LeadField => {
    const { label, hint, answers } = QUESTIONS[name];
    return {
      name,
      label,
      type: 'choice',
      required: true,
      maxLength: MAX_WORDS,
      invalidMessage: CHOICE_MESSAGE,
      options: answers.map((answer) => ({ value: answer.value, label: answer.label })),
      isWide: true,
      ...(hint && { hint }),
    };
  }),
];
