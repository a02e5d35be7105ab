import { CONDITION_QUESTIONS, type TradeInSettings } from '#src/config/sections/leads/trade-in-section.ts';
import { STATES } from '#src/config/sections/states.ts';
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

/** The button that sends the selected photos, if any, and ends the valuation. */
export const FINISH = { name: 'then', value: 'done' } as const;

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
 * Whether a page is accessible. Earlier steps are, until the lead is sent; later ones are not, so that no estimate is
 * displayed before the contact details.
 */
export function isAccessible(
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
 * The displayed steps, and the current one, from 1.
 * @param hasPlate whether the first step asks, or has asked, for a plate
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
/** Name of the button for a shopper without the plate. */
export const NO_PLATE = 'no_plate';
/** VDP-290: name of the field with the query of the deal that a valuation is for. */
export const VALUED_DEAL = 'deal';
const FIRST_YEAR = 1950;
const MAX_TEXT_LENGTH = 60;

/** FORM-02, decision 9: the plate is required for the lookup, with manual entry as the alternative. */
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

const textField = (name: string, label: string, required: boolean, hint?: string): LeadField => ({
  name,
  label,
  type: 'text',
  required,
  maxLength: MAX_TEXT_LENGTH,
  invalidMessage: REQUIRED_MESSAGE,
  ...(hint && { hint }),
});

const selectField = (
  name: string,
  label: string,
  choices: readonly { value: string; label: string }[],
): LeadField => ({
  name,
  label,
  type: 'select',
  required: false,
  maxLength: MAX_TEXT_LENGTH,
  invalidMessage: CHOICE_MESSAGE,
  options: [{ value: '', label: 'Not sure' }, ...choices],
});
const optionsOf = (choices: readonly string[]) => choices.map((value) => ({ value, label: value }));

/** Decision 15: values with the same label are one option. */
const body = (types: readonly BodyType[]): LeadField => {
  const bodies = types.map((value) => ({ value, label: BODY_LABELS[value] ?? value }));
  const labels = bodies.map(({ label }) => label);
  return selectField(
    'simple_body',
    'Body type',
    bodies.filter(({ label }, at) => labels.indexOf(label) === at),
  );
};
const TRUCK_BODIES = ['cabChassis', 'lightTruck', 'bus', 'van', 'ute'] as const;

const DRIVETRAIN = [
  selectField('simple_transmission', 'Transmission', optionsOf(TRANSMISSIONS)),
  selectField('simple_fuel', 'Fuel', optionsOf(FUELS)),
];

const MAX_BERTHS = 12;

/** Fields that distinguish vehicles of the same model. */
const FIELDS_BY_KIND: Readonly<Record<KindOfStock, readonly LeadField[]>> = {
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
      max: MAX_BERTHS,
      step: 1,
      invalidMessage: rangeMessage(1, MAX_BERTHS),
    },
    textField('length', 'Body length', false),
    selectField('axle_type', 'Axles', optionsOf(AXLES)),
  ],
  part: [],
};

/** Manual entry of the vehicle. */
export const vehicleFields = (thisYear: number, kind: KindOfStock = 'car'): LeadField[] => [
  {
    name: 'year',
    label: 'Year it was built',
    type: 'number',
    required: true,
    maxLength: 4,
    min: FIRST_YEAR,
    // Next year's models are sold early.
    max: thisYear + 1,
    step: 1,
    invalidMessage: YEAR_MESSAGE,
  },
  textField('make', 'Make', true),
  textField('model', 'Model', true),
  textField('badge', 'Badge or variant', false),
  ...FIELDS_BY_KIND[kind],
];

const MAX_KMS = 2_000_000;

/** The dealer's adjustment questions. */
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
      max: MAX_KMS,
      invalidMessage: rangeMessage(1, MAX_KMS),
    },
  ),
  ...CONDITION_QUESTIONS.filter((name) => questions.includes(name)).map((name): LeadField => {
    const { label, hint, answers } = QUESTIONS[name];
    return {
      name,
      label,
      type: 'choice',
      required: true,
      maxLength: MAX_TEXT_LENGTH,
      invalidMessage: CHOICE_MESSAGE,
      options: answers.map((answer) => ({ value: answer.value, label: answer.label })),
      isWide: true,
      ...(hint && { hint }),
    };
  }),
];
