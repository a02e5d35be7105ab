import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { dealerFolder, recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { runCheck } from './check.ts';
import { readArguments } from './dealer-arguments.ts';
import { runList, runShow } from './run-dealers.ts';

/** Changed at random, whatever comes of it. */
const SOUND = readFileSync('tests/fixtures/plain-dealers/riverbend.json', 'utf8');
const RUNS = 120;
const TIMEOUT_MS = 60_000;
const files = dealerFolder();
mkdirSync(join(files.folder, '_shared'));
afterAll(files.remove);

type Json = { [key: string]: unknown };
type Change = (parent: Json, key: string) => void;

/** Every place of a value: its parent and key. */
function placesIn(value: unknown, found: [Json, string][] = []): [Json, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, item] of Object.entries(value)) {
    found.push([value as Json, key]);
    placesIn(item, found);
  }
  return found;
}

const words = fc.constantFrom(
  '',
  ' ',
  '/',
  '/nowhere',
  '//x',
  '../x',
  '#ffffff',
  '2026-02-30',
  '\u0000',
  '💥',
  'a.b',
);
const value = fc.oneof(fc.jsonValue(), words, fc.constantFrom(0, -1, 1e308, null, true, [], {}));
const key = fc.oneof(
  fc.string(),
  fc.constantFrom('constructor', 'toString', '__proto__', 'a.b', '0', 'length'),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  value.map<Change>((other) => (parent, at) => void Reflect.set(parent, at, structuredClone(other))),
  fc.constant<Change>((parent, at) => void Reflect.deleteProperty(parent, at)),
  key.map<Change>((name) => (parent, at) => {
    if (Array.isArray(parent)) return;
    Object.defineProperty(parent, name, { value: parent[at], enumerable: true, configurable: true });
  }),
  fc.constant<Change>((parent, at) => {
    if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(at)]));
  }),
);

const mutated = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 4 }).map((changes) => {
  const dealer = JSON.parse(SOUND) as Json;
  for (const [at, apply] of changes) {
    const places = placesIn(dealer);
    const place = places[at % places.length];
    // Entries that were given to "length" and the like may refuse.
    if (place && !Array.isArray(place[0])) apply(...place);
    else if (place) Reflect.apply(apply, undefined, place);
  }
  return dealer;
});

const bytes = fc
  .tuple(fc.nat({ max: SOUND.length }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 4 }))
  .map(([at, cut, put]) =>
    Buffer.concat([Buffer.from(SOUND.slice(0, at)), put, Buffer.from(SOUND.slice(at + cut))]),
  );

const COMMANDS = { check: runCheck, list: runList, show: runShow };

/** For any file content: a response, no crash, named places, and no effect on other dealers. */
function isAnswered(...spoilt: readonly string[]): void {
  const { dealers, problems } = loadDealers(files.folder);
  expect(dealers.map(({ slug }) => slug)).toContain('kookaburra-cars');
  expect(dealers.length === 2).toBe(problems.length === 0);
  for (const { file, path, expected, received, remedy } of problems) {
    expect(spoilt).toContain(file);
    expect([expected, received, remedy]).not.toContain('');
    // A path may be empty only where the file as a whole cannot be used.
    if (path === '') expect(expected).toMatch(/JSON|UTF-8|nesting|__proto__|file/);
  }
  for (const [name, run] of Object.entries(COMMANDS)) {
    const { terminal, out, err } = recordedTerminal();
    const request = readArguments([
      name,
      ...(name === 'list' ? [] : ['riverbend']),
      '--dealers-dir',
      files.folder,
    ]);
    expect(run(request, terminal)).toBe(problems.length === 0 || !err() ? 0 : 1);
    expect(out() + err()).not.toBe('');
  }
}

it(
  'CFG-03 a dealer file changed at random never crashes loader or command, and does not affect other dealers',
  () => {
    fc.assert(
      fc.property(mutated, (dealer) => {
        files.put('riverbend', dealer);
        isAnswered(files.file('riverbend'));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'CFG-03 nor does a group file',
  () => {
    fc.assert(
      fc.property(mutated, ({ slug: _, template: __, hosts: ___, ...shared }) => {
        files.put('riverbend', { ...(JSON.parse(SOUND) as Json), group: 'yards' });
        files.put('_shared/yards', shared);
        isAnswered(files.file('riverbend'), files.file('_shared/yards'));
      }),
      { numRuns: RUNS / 2 },
    );
  },
  TIMEOUT_MS,
);

it(
  'CFG-03 nor does a file of spoilt bytes',
  () => {
    fc.assert(
      fc.property(bytes, (spoilt) => {
        writeFileSync(files.file('riverbend'), spoilt);
        isAnswered(files.file('riverbend'));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
