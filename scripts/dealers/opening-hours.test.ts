import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readOpeningHours } from './typed-hours.ts';

const open = (from: string, to: string) => ({ status: 'Open', open: from, close: to });
const closed = { status: 'Closed' };
const week = (sunday: object, weekdays: object, saturday: object) => [
  { weekday: 0, ...sunday },
  ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...weekdays })),
  { weekday: 6, ...saturday },
];

it.each([
  ['Mon-Fri 8:30-17:30, Sat 9-13, Sun closed', week(closed, open('08:30', '17:30'), open('09:00', '13:00'))],
  [
    'monday to friday 8.30am – 5.30pm; Saturday 9am to 1pm',
    week(closed, open('08:30', '17:30'), open('09:00', '13:00')),
  ],
  ['Mon-Sun 9-17', week(open('09:00', '17:00'), open('09:00', '17:00'), open('09:00', '17:00'))],
  [
    'Sat-Sun 10am-12pm, Mon–Fri 12pm-8pm',
    week(open('10:00', '12:00'), open('12:00', '20:00'), open('10:00', '12:00')),
  ],
  ['Sat 1-5pm', week(closed, closed, open('13:00', '17:00'))],
  ['Sat 9-5pm', week(closed, closed, open('09:00', '17:00'))],
  ['Sat 8:30-12pm', week(closed, closed, open('08:30', '12:00'))],
  ['Mon-Fri: 9am-5pm', week(closed, open('09:00', '17:00'), closed)],
  ['Mon-Fri 9 a.m. - 5 p.m.', week(closed, open('09:00', '17:00'), closed)],
  ['Sat 9am - noon', week(closed, closed, open('09:00', '12:00'))],
  ['weekdays 9am-5pm', week(closed, open('09:00', '17:00'), closed)],
  ['', []],
  [' , ', []],
])('LOC-14 "%s" is read as people mean it', (text, hours) => {
  expect(readOpeningHours(text)).toEqual(hours);
});

it.each([
  '9-5',
  'Mon-Fri 9-5',
  'Mon-Fri 25-26',
  'Sat 2-1pm',
  'Sat 2-1am',
  'Mon-Fri 8:75-17:00',
  'Mon-Fri 13pm-14pm',
  'Mon 9-17, Mon-Fri 9-17',
  'Mo-Fr 9-17',
  'Monkey 9-17',
  'Mon-Fri',
  'every day',
])('LOC-14 "%s" is refused', (text) => {
  expect(readOpeningHours(text)).toBeUndefined();
});

it('LOC-14 for any input, each weekday is given once or not at all', () => {
  fc.assert(fc.property(fc.string(), (text) => [0, 7, undefined].includes(readOpeningHours(text)?.length)));
});
