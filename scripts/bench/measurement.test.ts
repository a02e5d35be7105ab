import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  holds,
  isMeasured,
  type Measurement,
  measurementTable,
  missedGoals,
  missedIn,
  percentile,
  readRun,
} from './measurement.ts';

const row: Measurement = { area: 'build', figure: 'pages', value: 60, unit: 'pages', goal: { atLeast: 60 } };

it('PLAT-01 a figure is judged by its goal, at either end, the goal itself included', () => {
  expect(holds(row)).toBe(true);
  expect(holds({ ...row, value: 59 })).toBe(false);
  expect(holds({ ...row, goal: { atMost: 59 } })).toBe(false);
  expect(holds({ ...row, value: Number.NaN })).toBe(false);
});

it('PLAT-01 a tiny run judges counts of failures, and only requires the rest to be measured', () => {
  const lost: Measurement = { area: 'leads', figure: 'lost', value: 1, unit: '', goal: { atMost: 0 } };
  expect(isMeasured(lost)).toBe(false);
  expect(isMeasured({ ...lost, value: 0 })).toBe(true);
  expect(isMeasured({ ...lost, value: 900, unit: 'ms' })).toBe(true);
  expect(isMeasured({ ...lost, value: Number.NaN, unit: 'ms' })).toBe(false);
});

it('PLAT-01 the table shows goal, peer and verdict, and an earlier run beside this one', () => {
  const table = measurementTable([{ ...row, value: 59, against: 'peer: 70' }], [{ ...row, value: 61 }]);
  const [head = '', , line = ''] = table.split('\n');
  expect(head.split('|').map((cell) => cell.trim())).toContain('earlier');
  expect(line.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'build',
    'pages',
    '59 pages',
    '61 pages',
    '≥ 60 pages',
    'peer: 70',
    'MISSED',
    '',
  ]);
});

it('PLAT-01 goals that are missed are told last, with the figure, and found again in what was printed', () => {
  const slow: Measurement = { area: 'search', figure: 'p95', value: 9, unit: 'ms', goal: { atMost: 8 } };
  const none: Measurement = { area: 'search', figure: 'p50', value: Number.NaN, unit: 'ms' };
  const missed = ['Missed: search, p95: 9 ms, goal ≤ 8 ms', 'Missed: search, p50: NaN ms'];
  expect(missedGoals([row, slow, none])).toEqual(missed);
  expect(missedIn(`a table\n${missed.join('\n')}\n\n${missed[0]}\n`)).toEqual(missed);
});

it('PLAT-01 a saved run is read back, and a file without figures is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify({ rows: [row] }));
  expect(readRun(file)).toEqual([row]);
  writeFileSync(file, '{}');
  expect(() => readRun(file)).toThrow('Write it with --json');
  rmSync(folder, { recursive: true });
});

it('PLAT-01 percentiles are of the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([50, 95, 100].map((percent) => percentile(hundred, percent))).toEqual([50, 95, 100]);
});
