import { createHash } from 'node:crypto';

const DIGITS = 12;

/** Which terms somebody agreed to: another text is another version, whether or not anybody thought of giving it one. */
export const termsVersion = (paragraphs: readonly string[]): string =>
  `sha256:${createHash('sha256').update(paragraphs.join('\n\n')).digest('hex').slice(0, DIGITS)}`;
