import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import {
  DEFAULT_ORIGIN,
  inherit,
  type Layer,
  mergeLayers,
  ownerAt,
  provenanceOf,
} from './settings-layers.ts';

const layersOf = (template: JsonObject, group: JsonObject, own: JsonObject): Layer[] => [
  { origin: 'template metro', values: template },
  { origin: '_shared/g.json', file: 'dealers/_shared/g.json', values: group },
  { origin: 'd.json', file: 'dealers/d.json', values: own },
];

it('CFG-01 every value is reported with the source that set it', () => {
  const layers = layersOf(
    { theme: { radius: 14, header: 'light' }, facets: ['make', 'model'], menu: [{ label: 'Home' }] },
    { theme: { header: 'dark' }, facets: ['price'], abn: '1' },
    { theme: { brand: 'red' }, abn: '2', menu: [{ label: 'Start' }] },
  );
  const resolved = inherit(mergeLayers(layers), {
    added: false,
    menu: [{ label: 'Start', open: true }],
    none: [],
  });
  const found = provenanceOf(layers, resolved).map(({ path, value, origin }) => [path, value, origin]);
  expect(found).toEqual([
    ['theme.radius', 14, 'template metro'],
    ['theme.header', 'dark', '_shared/g.json'],
    ['theme.brand', 'red', 'd.json'],
    ['facets.0', 'price', '_shared/g.json'],
    ['menu.0.label', 'Start', 'd.json'],
    ['menu.0.open', true, 'default'],
    ['abn', '2', 'd.json'],
    ['added', false, 'default'],
    ['none', [], 'default'],
  ]);
});

it('CFG-01 nothing below a list or single value is taken from the sources under it', () => {
  const layers = layersOf({ a: { x: 1 } }, { a: [] }, { a: { y: 2 } });
  expect(mergeLayers(layers)).toEqual({ a: { y: 2 } });
  expect(ownerAt(layers, ['a', 'x'])).toMatchObject({ layer: { origin: '_shared/g.json' }, written: false });
  expect(ownerAt(layers, ['a', 'y'])).toMatchObject({ layer: { origin: 'd.json' }, written: true });
  expect(ownerAt(layers, ['b'])).toBeUndefined();
});

const name = fc.constantFrom('a', 'b', 'c');
const { settings } = fc.letrec<{ settings: JsonObject; value: unknown }>((tie) => ({
  settings: fc.dictionary(name, tie('value'), { noNullPrototype: true }),
  value: fc.oneof(
    { withCrossShrink: true },
    fc.integer(),
    fc.array(fc.integer(), { maxLength: 2 }),
    tie('settings'),
  ),
}));

const at = (from: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (here, key) => (typeof here === 'object' && here ? Reflect.get(here, key) : undefined),
    from,
  );

it('CFG-01 for any merge, each value is the one its source has at that place', () => {
  fc.assert(
    fc.property(settings, settings, settings, (template, group, own) => {
      const layers = layersOf(template, group, own);
      for (const { path, value, origin } of provenanceOf(layers, mergeLayers(layers))) {
        if (path === '') continue;
        expect(origin).not.toBe(DEFAULT_ORIGIN);
        const source = at(layers.find((layer) => layer.origin === origin)?.values, path.split('.'));
        expect(isJsonObject(source) ? {} : source).toEqual(value);
      }
    }),
  );
});
