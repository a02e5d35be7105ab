import { createHash } from 'node:crypto';

const DIGITS = 12;

/** The version of the terms the shopper agreed to, derived from the text: a changed text is a new version. */
export const termsVersion = (paragraphs: readonly string[]): string =>
  `sha256:${createHash('sha256').update(paragraphs.join('\n\n')).digest('hex').slice(0, DIGITS)}`;
