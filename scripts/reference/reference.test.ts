import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { EnvironmentSchema } from '#src/config/environment.ts';
import { FEED_FIELD_NAMES } from '#src/config/sections/stock/feed-columns.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { dealerJsonSchema, dealerReference, featuresOf, groupJsonSchema } from './dealer-reference.ts';
import { inputSchemaOf, type SchemaNode, withoutRequired } from './json-schema.ts';
import { allowedOf, descriptionOf, rowsOf, table, typeOf } from './table.ts';
import { wireReference } from './wire-reference.ts';

const undescribed = (schema: v.GenericSchema) =>
  rowsOf(inputSchemaOf(schema))
    .filter(({ node }) => descriptionOf(node) === '')
    .map(({ path }) => path);

it('CFG-02 every key of a dealer file and of the environment is described', () => {
  expect(undescribed(DealerConfigSchema)).toEqual([]);
  expect(undescribed(EnvironmentSchema)).toEqual([]);
});

it('CFG-02 every key of an endpoint is described', () => {
  for (const { path, request, response } of ENDPOINTS) {
    for (const schema of [request, response]) expect(schema ? undescribed(schema) : [], path).toEqual([]);
  }
});

it.each([
  ['dealers/dealer.schema.json', dealerJsonSchema],
  ['dealers/group.schema.json', groupJsonSchema],
  ['dealers/REFERENCE.md', dealerReference],
  ['src/server/routes/REFERENCE.md', wireReference],
])('CFG-02 %s is up to date; else run npx node scripts/reference.ts', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text());
});

it('CFG-02 every key of a dealer file names the catalogue entry it belongs to', () => {
  const features = featuresOf(rowsOf(inputSchemaOf(DealerConfigSchema)));
  expect([...features].filter(([, feature]) => feature === '').map(([path]) => path)).toEqual([]);
  expect(features.get('leads.destinations[].url')).toMatch(/^[A-Z]{3,4}-\d\d$/);
});

it('CFG-02 the reference names the keys of every content file and the fields of feeds', () => {
  const text = dealerReference();
  const rowOf = (file: string) => text.split('\n').find((line) => line.startsWith(`| \`${file}`)) ?? '';
  expect(rowOf('blog/')).toContain('`heading`, `date`, `description`, `picture`');
  expect(rowOf('pages/&lt;page>')).toContain('`title`, `lead`, `picture`, `faqs`, `disclaimer`');
  expect(rowOf('pages/&lt;any other name>')).toContain('`title`, `lead`, `picture`, `menu`, `listed`');
  for (const field of FEED_FIELD_NAMES) expect(text).toContain(`\`${field}\``);
});

it('CFG-02 a key without an entry of its own belongs to that of the nearest key above', () => {
  const node = inputSchemaOf(
    v.strictObject({
      a: v.pipe(
        v.strictObject({ b: v.array(v.strictObject({ c: v.string() })) }),
        v.description('CFG-01: a'),
      ),
      d: v.pipe(v.strictObject({ e: v.pipe(v.string(), v.description('e (SRCH-20)')) }), v.description('d')),
    }),
  );
  expect([...featuresOf(rowsOf(node))]).toEqual([
    ['a', 'CFG-01'],
    ['a.b[]', 'CFG-01'],
    ['a.b[].c', 'CFG-01'],
    ['d', ''],
    ['d.e', 'SRCH-20'],
  ]);
});

it('CFG-02 an editor requires only keys no template supplies, and accepts no unknown key', () => {
  const schema: SchemaNode = JSON.parse(dealerJsonSchema());
  expect(schema.else?.required).toContain('locations');
  expect(schema.else?.required).not.toContain('search');
  expect(schema.else?.properties?.theme?.required).toEqual(['colours']);
  expect(schema.else?.properties?.stock?.required).toEqual(['defaultPriceType']);
  expect(schema.additionalProperties).toBe(false);
});

it('CFG-01 an editor does not require keys that a group file may supply', () => {
  const schema: SchemaNode = JSON.parse(dealerJsonSchema());
  expect(schema.if).toEqual({ required: ['group'] });
  expect(new Set(schema.required)).toEqual(new Set(['template', 'slug', 'hosts']));
  expect(schema.properties?.theme?.required).toBeUndefined();
  expect(schema.properties?.locations?.items?.required).toContain('phone');
});

it('CFG-01 an editor lets a group file set any part of a dealer file except each dealer’s own', () => {
  const schema: SchemaNode = JSON.parse(groupJsonSchema());
  expect(schema.required).toBeUndefined();
  expect(schema.additionalProperties).toBe(false);
  for (const key of ['slug', 'template', 'group', 'hosts']) expect(schema.properties).not.toHaveProperty(key);
  expect(schema.properties?.theme?.properties?.colours?.required).toBeUndefined();
  expect(schema.properties).toHaveProperty('$schema');
});

it('CFG-02 an object stays required while one of its keys has no source', () => {
  const node = inputSchemaOf(
    v.strictObject({ a: v.strictObject({ x: v.string(), y: v.string() }), b: v.string() }),
  );
  expect(withoutRequired(node, { a: { x: '1' } })).toMatchObject({
    required: ['a', 'b'],
    properties: { a: { required: ['y'] } },
  });
  expect(withoutRequired(node, { a: { x: '1', y: '2' }, b: '3', unknown: {} }).required).toBeUndefined();
});

it('CFG-02 lists, limits, choices and null are reported in words', () => {
  const node = inputSchemaOf(
    v.strictObject({
      tags: v.pipe(v.array(v.strictObject({ word: v.picklist(['a', 'b']) })), v.maxLength(4)),
      age: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(14))),
    }),
  );
  const rows = rowsOf(node).map((row) => [row.path, typeOf(row.node), allowedOf(row.node)]);
  expect(rows).toEqual([
    ['tags[]', 'list of object', 'at most 4 entries'],
    ['tags[].word', 'string', '`"a"`, `"b"`'],
    ['age', 'number or null', '0 to 14'],
  ]);
});

it('CFG-02 kinds of an object are reported as one with the keys of all', () => {
  const kind = <const T extends string>(type: T, key: string) =>
    v.strictObject({
      type: v.pipe(v.literal(type), v.description('which')),
      both: v.string(),
      [key]: v.string(),
      maybe: v.optional(v.string()),
    });
  const node = inputSchemaOf(
    v.strictObject({
      to: v.array(v.variant('type', [kind('a', 'one'), kind('b', 'two'), kind('c', 'two')])),
    }),
  );
  expect(rowsOf(node).map((row) => [row.path, typeOf(row.node), allowedOf(row.node), row.required])).toEqual([
    ['to[]', 'list of object', '', true],
    ['to[].type', 'string', '`"a"`, `"b"`, `"c"`', true],
    ['to[].both', 'string', '', true],
    ['to[].one', 'string', '', true],
    ['to[].maybe', 'string', '', false],
    ['to[].two', 'string', '', true],
  ]);
});

it.each([dealerReference, wireReference])('CFG-02 no row of a reference is padded: %o', (reference) => {
  expect(reference()).not.toMatch(/[^|\s] {2,}\|/);
});

it('CFG-02 every text is escaped within its cell', () => {
  expect(table(['a', 'b'], [['x|y', '<b>\nz']])).toBe(
    ['| a | b |', '| --- | --- |', '| x\\|y | &lt;b> z |'].join('\n'),
  );
});
