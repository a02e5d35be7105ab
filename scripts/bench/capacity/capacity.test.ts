import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ASSUMED, capacityFor, capacityTable, inputTable, MEASURED } from './capacity.ts';

const DOCUMENT = 'scripts/deploy/capacity.md';

/** Cells of the tables in a text, however wide they are drawn. */
const cellsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

it('PLAT-86 the document shows the table and the figures that the arithmetic gives', () => {
  const shown = cellsOf(readFileSync(DOCUMENT, 'utf8'));
  for (const row of [...cellsOf(capacityTable()), ...cellsOf(inputTable())])
    expect(shown).toContainEqual(row);
});

it('PLAT-86 capacity grows with dealers as the formulas say, and never below two servers', () => {
  const [ten, thousand] = [capacityFor(10), capacityFor(1000)];
  expect(ten.servers).toBe(2);
  const { requestsASecond, serveCores, serveMemoryMb, engines, connections, servers, workers } = thousand;
  expect(requestsASecond).toBeCloseTo(
    ((1000 * ASSUMED.viewsAMonth) / 2_592_000) * ASSUMED.requestsAView * ASSUMED.peak,
  );
  expect(serveCores).toBeCloseTo((requestsASecond * MEASURED.requestCpuMs) / 1000 / ASSUMED.use);
  expect(servers).toBe(Math.ceil(serveCores) + 1);
  expect(serveMemoryMb).toBeCloseTo(MEASURED.serveMemoryMb + MEASURED.dealerMemoryKb);
  expect(engines).toBe(1);
  expect(connections).toBe(27 * servers + 24 * workers);
  expect(capacityFor(1000, { ...MEASURED, requestCpuMs: MEASURED.requestCpuMs * 2 }).serveCores).toBeCloseTo(
    serveCores * 2,
  );
});
