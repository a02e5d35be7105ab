import { expect, it } from 'vitest';
import { readCatalogue } from '../catalogue/catalogue.ts';
import { repeatedIds, unknownIds } from './catalogue-ids.ts';

const rows = readCatalogue('- SRCH-01 One.\n- SRCH-13 Two.\n- CARD-01 Three.\n');

it('PLAT-01 an ID that the catalogue does not have is named with its place and the nearest', () => {
  const text = "it('SRCH-13 two');\nit('SRCH-12 none', 'ABC-99');\n";
  expect(unknownIds('a.test.ts', text, rows)).toEqual([
    'a.test.ts:2: the catalogue has no SRCH-12; the nearest are SRCH-13, SRCH-01.',
  ]);
});

it('PLAT-01 a row that is there twice is found', () => {
  expect(repeatedIds(rows)).toEqual([]);
  expect(repeatedIds([...rows, { id: 'SRCH-13', text: 'Again.' }])).toEqual(['SRCH-13']);
});
