import { type Alert, type AlertVehicle, alertCount } from './alert-message.ts';

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
