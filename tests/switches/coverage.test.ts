import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { PROVEN_ELSEWHERE } from './proven-elsewhere.ts';
import { settingsOf } from './settings.ts';
import type { SwitchCase } from './switch-case.ts';

const AREAS = import.meta.glob<{ default: readonly SwitchCase[] }>('./*.cases.ts', { eager: true });

/** "locations.0.image" and "locations[].image" are one setting. */
const normal = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '[]');
const cases = new Set(
  Object.values(AREAS).flatMap(({ default: all }) => all.map((each) => normal(each.switch))),
);

const SWITCH_TYPES = ['boolean', 'picklist'];
const switches = settingsOf(DealerConfigSchema).filter(({ schema }) => SWITCH_TYPES.includes(schema.type));

it('CFG-02 every switch is rendered with both values, or proven by a named test', () => {
  const untested = switches
    .map(({ path }) => path)
    .filter((path) => !cases.has(path) && !(path in PROVEN_ELSEWHERE));
  expect(untested).toEqual([]);
});

it('CFG-02 a switch said to be proven elsewhere is named in that test', () => {
  for (const [path, file] of Object.entries(PROVEN_ELSEWHERE)) {
    expect(existsSync(file), `${path}: ${file}`).toBe(true);
    const key =
      path
        .split(/[.[\]]+/)
        .filter(Boolean)
        .at(-1) ?? path;
    expect(readFileSync(file, 'utf8'), `${path} in ${file}`).toContain(key);
  }
});
