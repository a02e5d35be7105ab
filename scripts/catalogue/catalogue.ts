import { readFileSync } from 'node:fs';

/** Behaviours, a row each: `- SRCH-13 Sold cars in a row …`. */
export const CATALOGUE_FILE = 'tests/catalogue/catalogue.md';

export type Row = { id: string; text: string };

export const readCatalogue = (text = readFileSync(CATALOGUE_FILE, 'utf8')): Row[] =>
  [...text.matchAll(/^- ([A-Z]+-\d{2,3}) (.*)$/gm)].map(([, id = '', words = '']) => ({ id, text: words }));

/** Finds IDs of the given rows' kinds in a text: `SRCH-13`, also one the catalogue does not have. */
export function idPattern(rows: readonly Row[]): RegExp {
  const kinds = [...new Set(rows.map(({ id }) => id.split('-')[0]))];
  return new RegExp(String.raw`\b(?:${kinds.join('|')})-\d+\b`, 'g');
}
