import { idPattern, type Row } from '../catalogue/catalogue.ts';

/** Rows of the catalogue that no test has proven in a run. @param titles of the tests that passed */
export function unprovenRows(rows: readonly Row[], titles: readonly string[]): Row[] {
  const proven = new Set(titles.flatMap((title) => title.match(idPattern(rows)) ?? []));
  return rows.filter(({ id }) => !proven.has(id));
}
