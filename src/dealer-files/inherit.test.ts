import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { inherit } from './settings-layers.ts';

const json = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });

it('CFG-01 objects merge key by key, lists and single values are replaced as a whole', () => {
  const base = { theme: { radius: 14, header: 'light' }, facets: ['make', 'model'], stock: { age: 3 } };
  const own = { theme: { radius: 2 }, facets: ['price'], stock: null };
  expect(inherit(base, own)).toEqual({
    theme: { radius: 2, header: 'light' },
    facets: ['price'],
    stock: null,
  });
});

it('CFG-01 neither side is changed, and nothing of the file is lost', () => {
  fc.assert(
    fc.property(json, json, (base, own) => {
      const before = JSON.stringify([base, own]);
      const merged = inherit(base, own);
      expect(JSON.stringify([base, own])).toBe(before);
      for (const [key, value] of Object.entries(own)) {
        if (!isJsonObject(value) || !isJsonObject(base[key])) expect(merged[key]).toEqual(value);
      }
    }),
  );
});

it('CFG-01 inheriting twice changes nothing more', () => {
  fc.assert(
    fc.property(json, json, (base, own) => {
      const once: JsonObject = inherit(base, own);
      expect(inherit(base, once)).toEqual(once);
    }),
  );
});
