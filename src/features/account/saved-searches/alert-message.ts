import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { countOfCars } from '#src/features/search/search-wording.ts';
import { MIN_DROP_CENTS } from '#src/features/vehicle/price/listing-history.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/platform/text/xml.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

export type StockEvent = { at: string; kind: string; before: string | null };

/** Why an alert includes a vehicle. */
export type AlertReason = { kind: 'new' } | { kind: 'drop'; cents: Cents };

type Priced = Pick<StockedVehicle, 'advertised' | 'price' | 'price_type' | 'setOver'>;

const SHOWING = ['returned', 'shown', 'set_shown'];
const HIDING = ['sold', 'removed', 'hidden', 'set_hidden'];

/** Whether the vehicle was not on the website at that time: the first such event since then made it visible. */
function wasHidden(later: readonly StockEvent[]): boolean {
  const first = later.find(({ kind }) => SHOWING.includes(kind) || HIDING.includes(kind));
  return first !== undefined && SHOWING.includes(first.kind);
}

/** The advertised price at an instant, of the current price type; undefined if uncertain. */
function priceAt(
  { advertised, price }: Pick<StockedVehicle, 'advertised' | 'price'>,
  later: readonly StockEvent[],
  since: string,
): Cents | undefined {
  const before = advertised?.before;
  if (!before || before.type !== advertised.type) return undefined;
  if (before.since <= since) return before.cents ?? undefined;
  // Changed more than once. The history contains prices, but no offers.
  const first = later.find(({ kind }) => kind === 'price_changed');
  return first?.before && price === advertised.cents ? Number(first.before) : undefined;
}

/** The price at an instant before it was overridden; undefined if uncertain. */
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

/** The price drop since an instant; zero or negative if there is none, or it is uncertain. */
function dropOf(vehicle: Priced, later: readonly StockEvent[], since: string): Cents {
  const { advertised, setOver, price = null } = vehicle;
  if (setOver !== undefined)
    return price === null ? 0 : (priceBeforeSet(vehicle, setOver, later, since) ?? 0) - price;
  if (!advertised || advertised.cents === null || advertised.since <= since) return 0;
  return (priceAt(vehicle, later, since) ?? 0) - advertised.cents;
}

/**
 * Why a vehicle is worth an alert: it is new or back on the website, or it costs less than at `since`, whatever
 * happened in between.
 * @param events of its history, oldest first
 * @param since instant of the last alert, or when the search was saved
 */
export function alertReason(
  vehicle: Priced & Pick<StockedVehicle, 'firstSeenAt'>,
  events: readonly StockEvent[],
  since: string,
): AlertReason | undefined {
  const later = events.filter(({ at }) => at > since);
  if (vehicle.firstSeenAt > since || wasHidden(later)) return { kind: 'new' };
  const cents = dropOf(vehicle, later, since);
  return cents >= MIN_DROP_CENTS ? { kind: 'drop', cents } : undefined;
}

/** The maximum number of vehicles listed in a message; the rest are counted. */
export const MAX_NAMED_VEHICLES = 6;

type AlertVehicle = {
  name: string;
  url: string;
  price: Pick<PriceDisplay, 'text' | 'typeText'>;
  reason: AlertReason;
};

/** The Spam Act requires the sender's name and contact details. */
export type AlertSender = { name: string; legalName: string; licence: string; phone: string; url: string };

export type Alert = {
  name: string;
  noun: StockNoun;
  /** New ones first. */
  vehicles: readonly AlertVehicle[];
  searchUrl: string;
  stopUrl: string;
  /** `25 November 2027`. */
  lastDay: string;
  sender: AlertSender;
};

export type Message = { subject: string; text: string; html: string };

/** `$28,990 Drive away`: a price is always shown with its type. */
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

const paragraph = (text: string): Xml => leaf('p', text);
const link = (url: string, text: string): Xml => leaf('a', text, { href: url });

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

export function alertMail(alert: Alert): Message {
  const { name, vehicles, searchUrl, stopUrl, lastDay, sender } = alert;
  const named = vehicles.slice(0, MAX_NAMED_VEHICLES);
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
 * The double opt-in e-mail. It does not mention the search: the address may be a stranger's, and must not receive
 * text that someone else put into a URL.
 */
export function confirmationMail(confirmUrl: string, sender: AlertSender): Message {
  const subject = 'Please confirm your search alert';
  const request = `Someone, hopefully you, saved a search at ${sender.name} and asked for an e-mail about new matches and price drops, at most one a day.`;
  const ignore =
    'If it wasn’t you, ignore this e-mail. We won’t send any alerts, and will delete this address in 7 days.';
  return {
    subject,
    text: sanitiseXml(
      [request, '', `Confirm: ${confirmUrl}`, '', ignore, '', ...senderLines(sender)].join('\n'),
    ),
    html: page(subject, [
      paragraph(request),
      branch('p', [link(confirmUrl, 'Confirm')]),
      paragraph(ignore),
      senderPart(sender),
    ]),
  };
}

/** The length of two concatenated messages in the GSM alphabet. */
export const MAX_TEXT_LENGTH = 306;

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
 * Everything outside the characters that GSM and ASCII share. A single other character halves a message's capacity;
 * `[`, `~` and the like count twice.
 */
const OTHER = /[^A-Za-z0-9 \n@$!"#%&'()*+,\-./:;<=>?_]/g;

export const gsmText = (text: string): string =>
  [...text]
    .map((letter) => PLAIN_LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(OTHER, '');

const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, Math.max(0, maxLength - 3)).trimEnd()}...`;

const MIN_NAME_LENGTH = 12;

/** The first vehicle, never truncated: a price without its type would mislead. */
const firstOf = ([first]: readonly AlertVehicle[]): string =>
  first ? [`${first.name},`, first.price.text, first.price.typeText].filter(Boolean).join(' ') : '';

/**
 * The alert as a text message of at most two segments: the sender, the result and how to stop, as the Spam Act
 * requires. If there is no room, the vehicle is omitted and the search truncated.
 * @param alert with short URLs; a dealer's host has at most 90 characters
 */
export function alertText({ vehicles, noun, name, searchUrl, stopUrl, sender }: Alert): string {
  const start = gsmText(`${shortened(sender.name, 40)}: ${alertCount({ vehicles, noun })}`);
  const end = `\n${searchUrl}\nStop: ${stopUrl}`;
  const room = MAX_TEXT_LENGTH - start.length - end.length;
  const vehicle = gsmText(firstOf(vehicles));
  const search = gsmText(name);
  const spared = room - ' for '.length - `. ${vehicle}`.length;
  if (vehicle !== '' && spared >= Math.min(MIN_NAME_LENGTH, search.length))
    return `${start} for ${shortened(search, spared)}. ${vehicle}${end}`;
  const left = room - ' for '.length;
  return left >= MIN_NAME_LENGTH ? `${start} for ${shortened(search, left)}${end}` : `${start}${end}`;
}

const FROM = '09:00';
const UNTIL = '20:00';

/** Text messages are sent only by day, in the dealer's time zone. */
export function isTextingTime(now: Date, timeZone: string): boolean {
  const { time } = zonedDate(now, timeZone);
  return time >= FROM && time < UNTIL;
}
