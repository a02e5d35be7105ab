import { expect, it } from 'vitest';
import { readCell } from '#src/features/stock/server/reading/feed-cell.ts';
import { FEED_FIELDS } from './feed-fields.data.ts';

/** Characters that a row may have (feed-content.ts). */
const LENGTH = 1_000_000;
/** Of the processor; what is not linear takes many times that. */
const LINEAR_MS = 1500;

const KINDS = [...new Set(Object.values(FEED_FIELDS))];
const PIECES = [
  ...[' ', '0', '-', '.', ',', '/', ':', '(', '[', '"', 'a', '\n', '|', '&', '<', '💡', '\u200d'],
  ...['1 ', '1,', '1.', '1/', ' km', '$1', 'a ', '{"a":', '["', '<b>', '</b>', '&amp;', '&#8203;'],
  ...['https://a.example/ ', 'http://', ' cab', 'single ', '2020-01-01', 'x,y;', '(a', 'kW '],
];

it.each(KINDS)(
  'PLAT-08 a cell of a million characters, read as %s, takes time linear in its length',
  (kind) => {
    for (const piece of PIECES) {
      const cell = piece.repeat(LENGTH / piece.length);
      const started = process.cpuUsage();
      readCell(kind, cell, {}, 'Australia/Sydney');
      const { user, system } = process.cpuUsage(started);
      expect([piece, (user + system) / 1000 < LINEAR_MS]).toEqual([piece, true]);
    }
  },
);
