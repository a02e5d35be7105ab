import * as v from 'valibot';
import { expect, it } from 'vitest';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { readProse, readText, readTexts } from './text-cells.ts';

const textsOf = (cell: ReturnType<typeof readTexts>) => ('value' in cell ? cell.value : undefined);
const isAllowed = (field: keyof typeof VehicleSchema.entries, value: unknown) =>
  v.safeParse(VehicleSchema.entries[field], value).success;

it('PLAT-03 a comment that is too long without its HTML is cut between two words and reported', () => {
  const comment = readProse(`<p style="margin: 0">${'A tidy car. '.repeat(2000)}</p>`);
  const text = String(textsOf(comment));
  expect(text.length).toBeGreaterThan(19_900);
  expect(text).toMatch(/(?:A|tidy|car\.)$/);
  expect(isAllowed('dealercomments', text)).toBe(true);
  expect(comment).toHaveProperty(
    'doubt.expected',
    'at most 20,000 characters; of 23,999 the rest was left out',
  );
});

it('PLAT-03 a comment whose HTML is long and whose text is not stays whole', () => {
  const html = `<span style="font-family: Arial; font-size: 12.0pt; color: black">One owner. </span>`;
  const comment = readProse(html.repeat(1500));
  expect(comment).toEqual({ value: 'One owner. '.repeat(1500).trim() });
});

it('PLAT-23 of a list only the item that is too long is cut, and only what is no text is left out', () => {
  const long = 'heated seats '.repeat(60).trim();
  const list = readTexts(
    JSON.stringify(['Tow bar', long, { name: 'Sunroof' }, { code: 7 }, '<b></b>', 'Roof racks']),
  );
  const [first, second, ...others] = textsOf(list) as string[];
  expect([first, ...others]).toEqual(['Tow bar', 'Sunroof', 'Roof racks']);
  expect(second).toMatch(/^heated .+ heated$|seats$/);
  expect(isAllowed('standardEquipment', textsOf(list))).toBe(true);
  expect(list).toHaveProperty(
    'doubt.expected',
    `items of at most 500 characters; one was cut, "${long.slice(0, 60)}…"; a text in every item; one was left out, "{"code":7}"`,
  );
});

it.each([
  ['Leather, Sunroof,Tow bar,', ['Leather', 'Sunroof', 'Tow bar']],
  ['Airbags (front, side), 1,000 W inverter', ['Airbags (front, side)', '1,000 W inverter']],
  ['Seats, heated | Sunroof', ['Seats, heated', 'Sunroof']],
  ['["Seats, heated"]', ['Seats, heated']],
  ['<ul><li>Seats, heated</li><li>Sunroof</li></ul>', ['Seats, heated', 'Sunroof']],
])('PLAT-03 a list is split at its commas where nothing else separates it: %j', (cell, items) => {
  expect(readTexts(cell)).toEqual({ value: items });
});

it.each([readText, readProse, readTexts])('PLAT-03 a cell cut before it is read is reported: %o', (read) => {
  const html = '<i></i>'.repeat(30_000);
  expect(read(`Ute${html}`)).toEqual({
    value: read === readTexts ? ['Ute'] : 'Ute',
    doubt: {
      expected: 'at most 200,000 characters; of 210,003 the rest was left out',
      remedy: 'Correct the cell in the feed.',
    },
  });
});
