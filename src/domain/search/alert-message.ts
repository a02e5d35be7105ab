import type { StockNoun } from '#src/config/sections/verticals.ts';
import { branch, leaf, sanitiseXml, type Xml } from '#src/domain/xml.ts';
import { formatCents } from '../money.ts';
import type { PriceDisplay } from '../vehicle/price-display.ts';
import type { AlertReason } from './alert-reason.ts';
import { countOfCars } from './search-heading.ts';

/** Vehicles that one message names; more are counted. */
export const MOST_NAMED = 6;

export type AlertVehicle = {
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
