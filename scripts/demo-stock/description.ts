import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { CLOSERS, FACTS, HISTORIES, OPENERS } from './comments.data.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import type { Model } from './model-catalogue.ts';
import { PHRASES_OF_TRADE, SOLD_AFTER_SUBSCRIPTION } from './phrases-of-trades.data.ts';
import type { Random } from './random.ts';
import type { Trade } from './trades.data.ts';

/** Sentences to choose from; histories are those of vehicles that have one. */
type Phrases = Readonly<Record<'openers' | 'histories' | 'closers', readonly string[]>>;
/** What a sentence may mention, ready to read: `kept: '98,200 km'`. */
type CommentWords = Readonly<Record<string, string | undefined>>;

/** The sentence with its blanks filled, or undefined where a word is missing. */
function fill(sentence: string, words: CommentWords): string | undefined {
  const blanks = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (blanks.some((name) => words[name] === undefined)) return undefined;
  const filled = sentence.replace(/\{(\w+)\}/g, (_blank, name: string) => words[name] ?? '');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

/** Two to five sentences: an opening, facts of the vehicle, its history where it has one, a closing. */
function writeComments(phrases: Phrases, words: CommentWords, random: Random): string {
  const usable = (sentences: readonly string[]) =>
    sentences.flatMap((sentence) => fill(sentence, words) ?? []);
  const opener = random.pick(usable(phrases.openers));
  const facts = random.some(usable(FACTS), random.int(0, 2));
  const history =
    phrases.histories.length === 0 ? [] : random.some(usable(phrases.histories), random.int(0, 1));
  const closer = random.pick(usable(phrases.closers));
  return [opener, ...facts, ...history, closer].join(' ');
}

/** What a dealer of this trade says of such a vehicle. */
function phrasesFor(trade: Trade, item: ItemType, vehicle: FeedVehicle): Phrases {
  const { car_type: carType, status, subscription_price } = vehicle;
  if (status === 'coming_soon') return { openers: OPENERS.coming, histories: [], closers: CLOSERS.coming };
  const isForSale = trade === 'subscription' && subscription_price === undefined;
  const own = isForSale ? SOLD_AFTER_SUBSCRIPTION : PHRASES_OF_TRADE[trade];
  const usual = {
    openers: OPENERS[carType === 'used' && item !== 'car' && item !== 'part' ? item : carType],
    histories: HISTORIES,
    closers: CLOSERS[carType === 'used' ? 'used' : 'new'],
  };
  return {
    openers: own?.[carType] ?? usual.openers,
    histories: carType === 'used' ? (own?.histories ?? usual.histories) : [],
    closers: own?.closers ?? usual.closers,
  };
}

const WHOLE = new Intl.NumberFormat('en-AU');
const amount = (value: number | null | undefined, unit: string) =>
  value == null || value === 0 ? undefined : `${WHOLE.format(value)} ${unit}`;

const BIG_FAMILY_SEATS = 7;
const TOWS_WELL_KG = 2500;
const FEW_KM_A_YEAR = 9000;
const FIRST_CAR_PRICE = 18_000;
const FRUGAL_LITRES = 5.5;

function categoriesOf(model: Model, vehicle: FeedVehicle): string[] {
  const { seats, towingcapacitybraked, price, fuelconsumptioncombined } = vehicle;
  const isCar = model.item === 'car';
  return [
    isCar && (seats ?? 0) >= BIG_FAMILY_SEATS && 'Family',
    (towingcapacitybraked ?? 0) >= TOWS_WELL_KG && 'Towing',
    isCar && price !== undefined && price <= FIRST_CAR_PRICE && 'First car',
    isCar && (fuelconsumptioncombined ?? Number.POSITIVE_INFINITY) <= FRUGAL_LITRES && 'Fuel saver',
    model.kind === 'motor' && model.fuel === 'Electric' && 'Electric',
    ['ute', 'cab-chassis', 'van', 'truck', 'light-truck'].includes(model.shape) && 'Work',
    ['4x4', 'adventure-bike', 'caravan', 'camper', 'motorhome'].includes(model.shape) && 'Adventure',
  ].filter((category) => category !== false);
}

/** What the yard writes about the vehicle, and the categories it files it under. */
export function describeVehicle(
  trade: Trade,
  model: Model,
  vehicle: FeedVehicle,
  today: string,
  random: Random,
): Pick<FeedVehicle, 'dealercomments' | 'categories'> {
  const { make, year, badge, colour } = vehicle;
  const [feature, feature2, feature3] = random
    .some(vehicle.standardEquipment ?? [], 3)
    .map((item) =>
      /^[A-Z][a-z]/.test(item) && !/^(Apple|Bluetooth|Type)/.test(item) ? lowerFirst(item) : item,
    );
  const towing = vehicle.towingcapacitybraked ?? 0;
  const years = Number(today.slice(0, 4)) - year;
  const words = {
    make,
    model: vehicle.model,
    badge,
    year: String(year),
    name: `${year} ${make} ${vehicle.model} ${badge}`,
    colour: colour?.toLowerCase(),
    built: vehicle.build_date,
    km: amount(vehicle.km, 'km'),
    fewKm: (vehicle.km ?? 0) < years * FEW_KM_A_YEAR ? amount(vehicle.km, 'km') : undefined,
    [model.item !== 'truck' && towing >= TOWS_WELL_KG ? 'tow' : 'haul']: amount(towing, 'kg'),
    use: amount(vehicle.fuelconsumptioncombined, 'L/100 km'),
    range: amount(vehicle.range_km, 'km'),
    seats: (vehicle.seats ?? 0) >= BIG_FAMILY_SEATS ? String(vehicle.seats) : undefined,
    ancap5: vehicle.ancaprating === '5' ? '' : undefined,
    litres: vehicle.enginesize_litres ? `${vehicle.enginesize_litres.toFixed(1)} L` : undefined,
    fuel: vehicle.simple_fuel?.toLowerCase(),
    power: vehicle.power,
    feature,
    feature2,
    feature3,
    sleeps: vehicle.sleeps ? String(vehicle.sleeps) : undefined,
    tare: amount(vehicle.tare_weight, 'kg'),
    gvm: amount(vehicle.grossvehiclemass, 'kg'),
    rego: vehicle.rego_expiry && vehicle.rego_expiry > today ? spoken(vehicle.rego_expiry) : undefined,
  };
  return {
    dealercomments: writeComments(phrasesFor(trade, model.item, vehicle), words, random),
    categories: categoriesOf(model, vehicle),
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const spoken = (day: string) => MONTH_AND_YEAR.format(new Date(`${day}T00:00:00Z`));
