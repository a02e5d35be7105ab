import type { CARD_CHIPS } from './vehicle-page-section.ts';

/** What a price includes; a price is never shown without it. Apart from their schema, which no browser needs. */
export const PRICE_TYPES = ['drive_away', 'estimated_drive_away', 'excluding_government_charges'] as const;

/** CFG-13. */
export const VERTICALS = ['cars', 'trucks', 'motorcycles', 'caravans', 'parts'] as const;
export type Vertical = (typeof VERTICALS)[number];

/** Words for one vehicle and for several. */
export type StockNoun = {
  one: string;
  many: string;
  /** CFG-16: how it is had, where it is not sold: `by subscription`. */
  had?: string;
};

export type KindOfStock = 'car' | 'truck' | 'motorcycle' | 'caravan' | 'part';

type KindWords = StockNoun & {
  /** What a shopper comes for, inside a sentence, and what they do then. */
  visit: string;
  verb: string;
  /** The setting of `copy` that names the booking of a visit. */
  booking: 'testDrive' | 'testRide' | 'inspection';
  /** Type of a price with all government charges. */
  onRoad: string;
  /** CARD-01: facts of a card, in order, where the dealer chooses none. */
  chips: readonly (typeof CARD_CHIPS)[number][];
};

const CAR: KindWords = {
  one: 'car',
  many: 'cars',
  visit: 'test drive',
  verb: 'drive',
  booking: 'testDrive',
  onRoad: 'Drive away',
  chips: ['condition', 'transmission', 'odometer', 'fuel'],
};

/** CFG-13: the nouns, verbs and facts of each kind of stock. */
export const KIND_WORDS: Readonly<Record<KindOfStock, KindWords>> = {
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

/** The kind of stock of a vertical. */
export const kindOf = (vertical: Vertical): KindOfStock => KIND_OF[vertical];

/** What one vehicle is called, by its type. */
export const itemNoun = (itemType: KindOfStock): StockNoun => KIND_WORDS[itemType];

/** What a shopper's own vehicle is called; a dealer of cars takes others too. */
export const ownNoun = (kind: KindOfStock): string => (kind === 'car' ? 'vehicle' : KIND_WORDS[kind].one);

/** The kind of vehicle a site sells first: that of its first vertical that is not parts. */
export const mainKind = (verticals: readonly Vertical[]): KindOfStock =>
  kindOf(verticals.find((vertical) => vertical !== 'parts') ?? 'cars');

/** The first letter in capitals: `Caravans`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Reserve {Vehicle} Now" with the words of a kind in its placeholders: {vehicle}, {vehicles}, {Vehicle}, {Vehicles}. */
export const inWordsOf = (kind: KindOfStock, text: string): string =>
  text.replace(/\{(vehicles?)\}/gi, (_, name: string) => {
    const word = KIND_WORDS[kind][name.toLowerCase() === 'vehicle' ? 'one' : 'many'];
    return name.startsWith('V') ? capitalised(word) : word;
  });

/** The noun for a site's stock. */
export const stockNoun = (verticals: readonly Vertical[], subscription = false): StockNoun => {
  const { one, many } = KIND_WORDS[mainKind(verticals)];
  return subscription ? { one, many, had: 'by subscription' } : { one, many };
};
