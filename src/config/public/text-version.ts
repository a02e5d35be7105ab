import { createHash } from 'node:crypto';
import type { DealerConfig } from '../dealer-config.ts';

const DIGITS = 12;

/** The version of a text a shopper was shown, derived from it: a changed text is a new version. */
export const textVersion = (paragraphs: readonly string[]): string =>
  `sha256:${createHash('sha256').update(paragraphs.join('\n\n')).digest('hex').slice(0, DIGITS)}`;

/** Of the terms that the box of a form is about. */
export const termsVersion = ({ terms }: Pick<DealerConfig['content'], 'terms'>): string =>
  textVersion([terms].flat());
