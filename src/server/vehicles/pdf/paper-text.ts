import { TYPEFACE_LETTERS } from '#src/config/sections/typefaces.data.ts';

/** Of `U+0020-007E,U+00A0`. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice('U+'.length)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    return { from, to };
  });
const RANGES = Object.values(TYPEFACE_LETTERS).flatMap(rangesOf);

/** Two of the faces have no arrows. */
const ARROWS: Readonly<Record<string, string>> = { '←': '<-', '→': '->' };
/** Replacements for signs in feeds that the faces lack. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...ARROWS,
  '‐': '-',
  '‑': '-',
  '−': '-',
  '‚': ',',
  '„': '"',
  '″': '"',
  '′': "'",
  '●': '•',
  '▪': '•',
  '■': '•',
  '✓': '•',
  '✔': '•',
  '★': '•',
};
const ACCENT = /\p{M}/gu;

const isSet = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return !(character in ARROWS) && RANGES.some(({ from, to }) => point >= from && point <= to);
};

/** A character as the faces have it: itself, without an accent they lack, `?` for a foreign letter, else nothing. */
function written(character: string): string {
  if (character === '\n' || isSet(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const known = WRITTEN[character];
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replace(ACCENT, '');
  if (plain !== '' && [...plain].every(isSet)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? '?' : '';
}

/**
 * Text in the letters a document is set in. A letter in another script becomes "?"; other characters, such as emoji,
 * are left out with the space before them.
 */
export function paperText(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  const clean = lines.map((line) => [...line].map(written).join('').replace(/ {2,}/g, ' ').trim());
  return clean
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** At most `limit` characters and an ellipsis, cut between words; whole where it fits. */
export function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const start = characters.slice(0, limit).join('');
  const whole = /\s/.test(characters[limit] ?? '') ? start : start.replace(/\S+$/, '');
  return `${(whole.trim() || start).replace(/[\s,;:.–-]+$/, '')}…`;
}
