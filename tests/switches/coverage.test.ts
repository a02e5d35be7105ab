import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { codeOfTest } from './code-of-test.ts';
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

/** Keys that many settings have, such as "enabled"; the parent key identifies them. */
const keyCounts = new Map<string, number>();
const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);
for (const { path } of switches) {
  const key = keysOf(path).at(-1) ?? path;
  keyCounts.set(key, (keyCounts.get(key) ?? 0) + 1);
}

/** "hide_overlay" of "slides[].hide_overlay"; "video" and "enabled" of "video.enabled". */
function namesOf(path: string): string[] {
  const keys = keysOf(path);
  const isShared = (keyCounts.get(keys.at(-1) ?? path) ?? 0) > 1;
  return keys.slice(isShared ? -2 : -1).map((key) => key.toLowerCase());
}

it.each(Object.entries(PROVEN_ELSEWHERE))(
  'CFG-02 %s is proven by a test that sets or reads it',
  (path, [file, title]) => {
    const code = codeOfTest(file, readFileSync(file, 'utf8'), title);
    expect(code, `"${title}" in ${file}`).toBeDefined();
    const words = code?.toLowerCase().match(/[\w-]+/g) ?? [];
    expect(words, `${path} in the code of "${title}"`).toEqual(expect.arrayContaining(namesOf(path)));
  },
);
