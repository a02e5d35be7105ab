import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDemoFeeds } from './make-demo-stock.ts';

let root = '';
let dealersDir = '';
const feed = (name: string) => join(root, '.data', 'demo-stock', name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-feeds-'));
  dealersDir = join(root, 'dealers');
  cpSync(resolve(import.meta.dirname, '../../dealers'), dealersDir, { recursive: true });
});
/** Leaves one dealer in the folder: two thousand vehicles take a second to make. */
function leaveOnly(slug: string): void {
  for (const name of readdirSync(dealersDir).filter((file) => /^(?!.*schema).+\.json$/.test(file)))
    if (name !== `${slug}.json`) rmSync(join(dealersDir, name));
}
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('PLAT-03 feeds are written where each dealer expects them, and unchanged when nothing changed', () => {
  const first = writeDemoFeeds({ dealersDir, today: new Date('2026-11-21T02:00:00Z') });
  expect(first).toMatchObject({ vehicles: 2080, changed: true });
  const before = statSync(feed('riverbend.ndjson')).mtimeMs;
  expect(existsSync(feed('kookaburra-cars.csv'))).toBe(true);
  expect(writeDemoFeeds({ dealersDir, today: new Date('2026-11-21T02:00:00Z') }).changed).toBe(false);
  expect(statSync(feed('riverbend.ndjson')).mtimeMs).toBe(before);
  expect(writeDemoFeeds({ dealersDir, today: new Date('2027-01-02T02:00:00Z') }).changed).toBe(true);
});

test('PLAT-03 the day is the dealer\u2019s own, not that of Greenwich', () => {
  leaveOnly('brightkey');
  writeDemoFeeds({ dealersDir, today: new Date('2026-11-20T17:00:00Z') });
  expect(writeDemoFeeds({ dealersDir, today: new Date('2026-11-21T02:00:00Z') }).changed).toBe(false);
});

test('PLAT-03 a feed outside the demo folder is never overwritten', () => {
  const file = join(dealersDir, 'riverbend.json');
  const own = join(root, 'own.ndjson');
  writeFileSync(own, 'precious');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('../.data/demo-stock/riverbend.ndjson', '../own.ndjson'),
  );
  expect(writeDemoFeeds({ dealersDir, today: new Date('2026-11-21T02:00:00Z') }).vehicles).toBe(930);
  expect(readFileSync(own, 'utf8')).toBe('precious');
});

test('PLAT-03 a feed in an older encoding is written in it, and what that lacks becomes a question mark', () => {
  leaveOnly('ironbark-trucks');
  writeDemoFeeds({ dealersDir, today: new Date('2026-11-21T02:00:00Z') });
  const bytes = readFileSync(feed('ironbark-trucks.csv'));
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  const text = new TextDecoder('windows-1252').decode(bytes);
  expect(text).toContain('Crème Brûlée / Noir');
  expect(text).toContain('fleet’s own workshop');
  expect(text).not.toContain('\uFFFD');
});

test('PLAT-03 stock is plausible in years to come', () => {
  leaveOnly('riverbend');
  expect(writeDemoFeeds({ dealersDir, today: new Date('2030-06-30T02:00:00Z') }).vehicles).toBe(1150);
  const cars = readFileSync(feed('riverbend.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): { car_type: string; year: number } => JSON.parse(line));
  expect(cars.filter((car) => car.car_type === 'new').every((car) => car.year >= 2029)).toBe(true);
  expect(cars.every((car) => car.year >= 2016 && car.year <= 2030)).toBe(true);
});
