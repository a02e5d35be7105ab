import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as ANALYTICS_EVENTS from './analytics-events.ts';

const CATALOGUE = readFileSync('tests/catalogue/catalogue.md', 'utf8');

/** Numbers in the row of an id of the behaviour catalogue. */
const numbersOf = (id: string): number[] => {
  const row = CATALOGUE.split('\n').find((line) => line.includes(id));
  return [...(row?.replace(id, '').matchAll(/\b\d+\b/g) ?? [])].map(([number]) => Number(number));
};

describe('analytics events', () => {
  it.each([
    ['ANL-01', ['searchView', 'vehicleView']],
    ['ANL-02', ['newEnquiry', 'usedEnquiry', 'newTestDrive', 'usedTestDrive', 'defaultForm', 'careers']],
    ['ANL-03', ['financeEnquiry', 'calculatorChanged']],
    ['ANL-04', ['codeSent', 'codeVerified', 'vehicleSaved']],
    ['ANL-05', ['phoneCall', 'historyReport', 'print']],
    ['ANL-06', ['offerAccepted']],
  ] as const)('%s has the ids of the catalogue', (id, names) => {
    const ids = new Map(Object.entries(ANALYTICS_EVENTS));
    expect(names.map((name) => ids.get(name))).toEqual(numbersOf(id));
  });

  it('ANL-01 no id has two meanings', () => {
    const ids = Object.values(ANALYTICS_EVENTS);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ANL-01 an id is written in the table alone', () => {
    const WRITTEN = /event(?:-label)?="\d|event_?id\s*[:=]\s*\{?\d|EVENT(?:_ID)?\s*=\s*\d/i;
    const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !/\.test\.tsx?$/.test(file));
    // Comments may show an example.
    const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(files.filter((file) => WRITTEN.test(code(file)))).toEqual([]);
  });
});
