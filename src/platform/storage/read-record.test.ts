import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { readRecord } from './read-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-record-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'preview.json');
const read = () => readRecord(file, v.object({ base: v.string() }), 'Make the preview again.');

it('PLAT-04 a record is read as its schema has it', () => {
  writeFileSync(file, '{"base":"/","more":1}');
  expect(read()).toEqual({ base: '/' });
});

it.each(['{"base":', '{"base":7}', '', '[]'])(
  'PLAT-04 a record that is damaged, %j, is named with the remedy and without the words of the parser',
  (text) => {
    writeFileSync(file, text);
    expect(read).toThrow(
      new Error(
        `${file} cannot be read: it is damaged, or another version of Forecourt has written it. Make the preview again.`,
      ),
    );
  },
);
