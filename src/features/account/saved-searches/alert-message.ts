import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { countOfCars } from '#src/features/search/search-wording.ts';
import { SMALLEST_DROP_CENTS } from '#src/features/vehicle/price/listing-history.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/platform/text/xml.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

/** An event of a vehicle's history. */
export type StockEvent = { at: string; kind: string; before: string | null };

/** Why a saved search mentions a vehicle. */
export type AlertReason = { kind: 'new' } | { kind: 'drop'; cents: Cents };

type Priced = Pick<StockedVehicle, 'advertised' | 'price' | 'price_type' | 'setOver'>;

const IN = ['returned', 'shown', 'set_shown'];
const OUT = ['sold', 'removed', 'hidden', 'set_hidden'];

/** Whether no shopper saw it at that time: what happened to it first afterwards is that it came onto the website. */
function wasOut(later: readonly StockEvent[]): boolean {
  const first = later.find(({ kind }) => IN.includes(kind) || OUT.includes(kind));
  return first !== undefined && IN.includes(first.kind);
}

/** The advertised price at an instant, of the type it has now; undefined where that is not certain. */
function priceAt(
  { advertised, price }: Pick<StockedVehicle, 'advertised' | 'price'>,
  later: readonly StockEvent[],
  since: string,
): Cents | undefined {
  const before = advertised?.before;
  if (!before || before.type !== advertised.type) return undefined;
  if (before.since <= since) return before.cents ?? undefined;
  // It has changed more than once. The history has prices, without offers.
  const first = later.find(({ kind }) => kind === 'price_changed');
  return first?.before && price === advertised.cents ? Number(first.before) : undefined;
}

/** What it cost at an instant before people set a price over that of the feed; undefined where that is not certain. */
function priceBeforeSet(
  { price_type }: Pick<StockedVehicle, 'price_type'>,
  over: StockedVehicle['setOver'],
  later: readonly StockEvent[],
  since: string,
): Cents | undefined {
  const first = later.find(({ kind }) => kind === 'set_price');
  if (first?.before) return Number(first.before);
  if (!first || !over || over.type !== (price_type ?? null)) return undefined;
  const period = over.since <= since ? over : over.before;
  return period && period.since <= since && period.type === over.type
    ? (period.cents ?? undefined)
    : undefined;
}

/** By how much a vehicle costs less than at an instant; not above zero where it does not, or that is not certain. */
function dropOf(vehicle: Priced, later: readonly StockEvent[], since: string): Cents {
  const { advertised, setOver, price = null } = vehicle;
  if (setOver !== undefined)
    return price === null ? 0 : (priceBeforeSet(vehicle, setOver, later, since) ?? 0) - price;
  if (!advertised || advertised.cents === null || advertised.since <= since) return 0;
  return (priceAt(vehicle, later, since) ?? 0) - advertised.cents;
}

/**
 * What is new about a vehicle: that it came onto the website or back, or that it costs less. Its price is compared with the
 * one at that time, whatever happened in between.
 * @param events of its history, oldest first
 * @param since instant of the last alert, or when the search was saved
 */
export function alertReason(
  vehicle: Priced & Pick<StockedVehicle, 'firstSeenAt'>,
  events: readonly StockEvent[],
  since: string,
): AlertReason | undefined {
  const later = events.filter(({ at }) => at > since);
  if (vehicle.firstSeenAt > since || wasOut(later)) return { kind: 'new' };
  const cents = dropOf(vehicle, later, since);
  return cents >= SMALLEST_DROP_CENTS ? { kind: 'drop', cents } : undefined;
}

/** Vehicles that one message names; more are counted. */
export const MOST_NAMED = 6;

type AlertVehicle = {
  name: string;
  url: string;
  price: Pick<PriceDisplay, 'text' | 'typeText'>;
  reason: AlertReason;
};

/** The sender, as the Spam Act wants: who sends it and how to reach them. */
export type AlertSender = { name: string; legalName: string; licence: string; phone: string; url: string };

export type Alert = {
  /** The search in words. */
  name: string;
  noun: StockNoun;
  /** All of them, new ones first. */
  vehicles: readonly AlertVehicle[];
  searchUrl: string;
  stopUrl: string;
  /** `25 November 2027`. */
  lastDay: string;
  sender: AlertSender;
};

export type Message = { subject: string; text: string; html: string };

/** `$28,990 Drive away`: a price never without its type. */
const priceText = ({ text, typeText }: AlertVehicle['price']): string =>
  [text, typeText].filter(Boolean).join(' ');

const reasonText = (reason: AlertReason): string =>
  reason.kind === 'new' ? 'New' : `Price drop of ${formatCents(reason.cents)}`;

/** `2 new cars and 1 price drop`. */
export function alertCount({ vehicles, noun }: Pick<Alert, 'vehicles' | 'noun'>): string {
  const isNew = vehicles.filter(({ reason }) => reason.kind === 'new').length;
  const drops = vehicles.length - isNew;
  return [
    ...(isNew > 0 ? [countOfCars(isNew, { one: `new ${noun.one}`, many: `new ${noun.many}` })] : []),
    ...(drops > 0 ? [`${drops} price ${drops === 1 ? 'drop' : 'drops'}`] : []),
  ].join(' and ');
}

const paragraph = (words: string): Xml => leaf('p', words);
const link = (url: string, words: string): Xml => leaf('a', words, { href: url });

const page = (title: string, body: readonly Xml[]): string =>
  `<!doctype html>\n${
    branch('html', [branch('head', [leaf('title', title)]), branch('body', body)], { lang: 'en-AU' }).xml
  }`;

const senderLines = ({ name, legalName, licence, phone, url }: AlertSender): string[] =>
  [...new Set([name, legalName, licence, `Call us on ${phone}`, url])].filter(Boolean);

const senderPart = (sender: AlertSender): Xml =>
  branch(
    'p',
    senderLines(sender).map((line) => leaf('small', `${line} `)),
  );

/** The e-mail about new vehicles and lower prices. */
export function alertMail(alert: Alert): Message {
  const { name, vehicles, searchUrl, stopUrl, lastDay, sender } = alert;
  const named = vehicles.slice(0, MOST_NAMED);
  const count = alertCount(alert);
  const intro = `${count} for your search at ${sender.name}: ${name}`;
  const rest = vehicles.length - named.length;
  const often = `You get at most one of these e-mails a day, until ${lastDay}.`;
  const text = [
    intro,
    '',
    ...named.flatMap((vehicle) => [
      vehicle.name,
      `${reasonText(vehicle.reason)}. ${priceText(vehicle.price)}`,
      vehicle.url,
      '',
    ]),
    ...(rest > 0 ? [`${rest} more`] : []),
    `See your search: ${searchUrl}`,
    '',
    often,
    `Unsubscribe: ${stopUrl}`,
    '',
    ...senderLines(sender),
  ].join('\n');
  const body = [
    paragraph(intro),
    branch(
      'ul',
      named.map((vehicle) =>
        branch('li', [
          link(vehicle.url, vehicle.name),
          leaf('span', ` ${reasonText(vehicle.reason)}. ${priceText(vehicle.price)}`),
        ]),
      ),
    ),
    ...(rest > 0 ? [paragraph(`${rest} more`)] : []),
    branch('p', [link(searchUrl, 'See your search')]),
    branch('p', [leaf('small', `${often} `), link(stopUrl, 'Unsubscribe')]),
    senderPart(sender),
  ];
  const subject = `${count}: ${name}`;
  return { subject, text: sanitiseXml(text), html: page(subject, body) };
}

/**
 * The e-mail that asks whether alerts are wanted. It says nothing about the search: the address may be a stranger's,
 * and must not get what someone else wrote into an address of the site.
 */
export function confirmationMail(confirmUrl: string, sender: AlertSender): Message {
  const subject = 'Please confirm your search alert';
  const asked = `Someone, hopefully you, saved a search at ${sender.name} and asked for an e-mail about new matches and price drops, at most one a day.`;
  const ignore =
    'If it wasn’t you, ignore this e-mail. We won’t send any alerts, and will delete this address in 7 days.';
  return {
    subject,
    text: sanitiseXml(
      [asked, '', `Confirm: ${confirmUrl}`, '', ignore, '', ...senderLines(sender)].join('\n'),
    ),
    html: page(subject, [
      paragraph(asked),
      branch('p', [link(confirmUrl, 'Confirm')]),
      paragraph(ignore),
      senderPart(sender),
    ]),
  };
}

/** Letters of two messages in one, in the GSM alphabet. */
export const LONGEST_TEXT = 306;

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '×': 'x',
  '\u00a0': ' ',
};

/**
 * Letters of the GSM alphabet that ASCII has too. One other letter would halve what a message holds; `[`, `~` and the
 * like count twice.
 */
const OTHER = /[^A-Za-z0-9 \n@$!"#%&'()*+,\-./:;<=>?_]/g;

export const gsmText = (text: string): string =>
  [...text]
    .map((letter) => PLAIN_LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(OTHER, '');

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 3)).trimEnd()}...`;

const LEAST_NAME = 12;

/** The first vehicle, which stays whole or is left out: a price without its type would mislead. */
const firstOf = ([first]: readonly AlertVehicle[]): string =>
  first ? [`${first.name},`, first.price.text, first.price.typeText].filter(Boolean).join(' ') : '';

/**
 * The text message of an alert, in two segments at most: who sends it, what there is, and how to stop, as the Spam Act
 * wants. Where there is no room the search is shortened, and the vehicle left out.
 * @param alert with short addresses; a dealer's host is no longer than 90 letters
 */
export function alertText({ vehicles, noun, name, searchUrl, stopUrl, sender }: Alert): string {
  const start = gsmText(`${shortened(sender.name, 40)}: ${alertCount({ vehicles, noun })}`);
  const end = `\n${searchUrl}\nStop: ${stopUrl}`;
  const room = LONGEST_TEXT - start.length - end.length;
  const vehicle = gsmText(firstOf(vehicles));
  const search = gsmText(name);
  const spared = room - ' for '.length - `. ${vehicle}`.length;
  if (vehicle !== '' && spared >= Math.min(LEAST_NAME, search.length))
    return `${start} for ${shortened(search, spared)}. ${vehicle}${end}`;
  const left = room - ' for '.length;
  return left >= LEAST_NAME ? `${start} for ${shortened(search, left)}${end}` : `${start}${end}`;
}

const FROM = '09:00';
const UNTIL = '20:00';

/** Whether a phone may ring now: by day, where the dealer is. */
export function isTextingTime(now: Date, timeZone: string): boolean {
  const { time } = zonedDate(now, timeZone);
  return time >= FROM && time < UNTIL;
}
