import { describe, expect, test } from 'vitest';
import { BODY_TYPES } from '#src/features/vehicle/vehicle.ts';
import { CATALOGUE } from './model-catalogue.ts';

/** `Jervis Jervis`. */
const SAID_TWICE = /(?:^| )(\S+) \1(?: |$)/;

describe('catalogue', () => {
  test('SRCH-26 every body type is that of some model', () => {
    const bodies = new Set(CATALOGUE.flatMap((model) => (model.kind === 'motor' ? [model.body] : [])));
    expect(BODY_TYPES.filter((body) => !bodies.has(body))).toEqual([]);
  });

  test('SRCH-28 it names at least 35 makes and 180 models', () => {
    expect(new Set(CATALOGUE.map(({ make }) => make)).size).toBeGreaterThanOrEqual(35);
    expect(new Set(CATALOGUE.map(({ make, model }) => `${make} ${model}`)).size).toBeGreaterThanOrEqual(180);
  });

  test('SRCH-28 no row is repeated and each is plausible', () => {
    const keys = CATALOGUE.map((row) =>
      [row.make, row.model, row.series, row.years.from, row.kind === 'motor' ? row.body : ''].join('/'),
    );
    const seen = new Set<string>();
    const twice = keys.filter((key) => seen.size === seen.add(key).size);
    expect(twice.filter((key) => !key.startsWith('Ford/Ranger') && !key.startsWith('Isuzu/D-MAX'))).toEqual(
      [],
    );
    for (const row of CATALOGUE) {
      const name = `${row.make} ${row.model}`;
      expect(row.years.to ?? 9999, name).toBeGreaterThanOrEqual(row.years.from);
      expect(new Set(row.badges.map((badge) => badge.name)).size, name).toBe(row.badges.length);
      for (const { name: badge } of row.badges) expect(`${row.model} ${badge}`).not.toMatch(SAID_TWICE);
      if (row.kind === 'caravan') {
        expect(row.atm, name).toBeGreaterThan(row.tare);
        continue;
      }
      expect(row.fuel === 'Electric', name).toBe(row.engine.litres === undefined);
      expect(row.fuel === 'Electric', name).toBe(row.use?.endsWith('km') ?? false);
      if (row.item === 'car') expect(row.drive, name).toBeDefined();
    }
  });
});
