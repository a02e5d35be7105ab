import type { CARD_CHIPS } from './vehicle-page-section.ts';

/**
 * What a price includes; prices are never shown without it. Separate from their schema, so that browsers do not load
 * it.
 */
export const PRICE_TYPES = ['drive_away', 'estimated_drive_away', 'excluding_government_charges'] as const;

/** CFG-13. */
export const VERTICALS = ['cars', 'trucks', 'motorcycles', 'caravans', 'parts'] as const;
export type Vertical = (typeof VERTICALS)[number];

/** Singular and plural. */
export type StockNoun = {
  one: string;
  many: string;
  /** CFG-16: acquisition other than by sale: `by subscription`. */
  had?: string;
};

export type KindOfStock = 'car' | 'truck' | 'motorcycle' | 'caravan' | 'part';

type KindTerms = StockNoun & {
  /** What a shopper visits for, within a sentence, and the verb. */
  visit: string;
  verb: string;
  /** Setting in `copy` that names the booking. */
  booking: 'testDrive' | 'testRide' | 'inspection';
  /** Label of a price that includes all government charges. */
  onRoad: string;
  /** CARD-01: default facts on cards, in order. */
  chips: readonly (typeof CARD_CHIPS)[number][];
};

const CAR: KindTerms = {
  one: 'car',
  many: 'cars',
  visit: 'test drive',
  verb: 'drive',
  booking: 'testDrive',
  onRoad: 'Drive away',
  chips: ['condition', 'transmission', 'odometer', 'fuel'],
};

/** CFG-13: nouns, verbs and facts of each kind of stock. */
export const KIND_TERMS: Readonly<Record<KindOfStock, KindTerms>> = {
  car: CAR,
  truck: {
    one: 'truck',
    many: 'trucks',
    visit: 'test drive',
    verb: 'drive',
    booking: 'testDrive',
    onRoad: 'On road',
    chips: ['condition', 'odometer', 'transmission', 'gvm'],
  },
  motorcycle: {
    one: 'motorcycle',
    many: 'motorcycles',
    visit: 'test ride',
    verb: 'ride',
    booking: 'testRide',
    onRoad: 'Ride away',
    chips: ['condition', 'odometer', 'engine', 'body'],
  },
  caravan: {
    one: 'caravan',
    many: 'caravans',
    visit: 'inspection',
    verb: 'inspect',
    booking: 'inspection',
    onRoad: 'Tow away',
    chips: ['condition', 'berths', 'length', 'tare'],
  },
  part: { ...CAR, one: 'part', many: 'parts', onRoad: 'Incl. GST', chips: [] },
};

const KIND_OF: Readonly<Record<Vertical, KindOfStock>> = {
  cars: 'car',
  trucks: 'truck',
  motorcycles: 'motorcycle',
  caravans: 'caravan',
  parts: 'part',
};

export const kindOf = (vertical: Vertical): KindOfStock => KIND_OF[vertical];

export const itemNoun = (itemType: KindOfStock): StockNoun => KIND_TERMS[itemType];

/** Noun for a shopper's own vehicle; car dealers accept other vehicles too. */
export const ownNoun = (kind: KindOfStock): string => (kind === 'car' ? 'vehicle' : KIND_TERMS[kind].one);

/** Kind of the site's first vertical that is not parts. */
export const mainKind = (verticals: readonly Vertical[]): KindOfStock =>
  kindOf(verticals.find((vertical) => vertical !== 'parts') ?? 'cars');

/** Capitalises the first letter: `Caravans`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Fills in {vehicle}, {vehicles}, {Vehicle} and {Vehicles}, as in "Reserve {Vehicle} Now". */
export const fillKindTerms = (kind: KindOfStock, text: string): string =>
  text.replace(/\{(vehicles?)\}/gi, (_, name: string) => {
    const word = KIND_TERMS[kind][name.toLowerCase() === 'vehicle' ? 'one' : 'many'];
    return name.startsWith('V') ? capitalised(word) : word;
  });

export const stockNoun = (verticals: readonly Vertical[], subscription = false): StockNoun => {
  const { one, many } = KIND_TERMS[mainKind(verticals)];
  return subscription ? { one, many, had: 'by subscription' } : { one, many };
};
