import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MISTAKES, withMistake } from '../../tests/fixtures/bad-dealers.ts';
import { type ConfigProblem, formatProblem } from './config-problem.ts';
import { loadDealers } from './load-dealers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-dealers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const neighbour = (slug = 'neighbour') =>
  withMistake((dealer) => Object.assign(dealer, { slug, hosts: [`www.${slug}.example`] }));
const inWords = (problem: ConfigProblem) =>
  formatProblem({ ...problem, file: problem.file.replace(folder, 'dealers') });

describe('a bad dealer file', () => {
  it.each(MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
    'CFG-03 %s is named with file, path, expected, received and remedy; others still load',
    (_name, { path, file }) => {
      put('kookaburra-cars.json', file);
      put('neighbour.json', neighbour());
      const { dealers, problems } = loadDealers(folder);
      expect(dealers.map(({ slug }) => slug)).toEqual(['neighbour']);
      expect(problems.map((problem) => problem.path)).toContain(path);
      for (const problem of problems) {
        expect(problem.file).toBe(join(folder, 'kookaburra-cars.json'));
        for (const words of [problem.expected, problem.received, problem.remedy]) expect(words).not.toBe('');
        expect(inWords(problem)).not.toMatch(/undefined|\[object|Invalid |NaN/);
        expect(inWords(problem).length).toBeLessThan(1000);
      }
      expect(problems.map(inWords).join('\n')).toMatchSnapshot();
    },
  );

  it('CFG-03 all mistakes of a file are reported together', () => {
    put(
      'kookaburra-cars.json',
      withMistake((dealer) => Object.assign(dealer, { name: 7, abn: 'x', email: 'y' })),
    );
    expect(loadDealers(folder).problems.map(({ path }) => path)).toEqual(['name', 'abn', 'email']);
  });

  it('CFG-03 two dealers with one host: the first keeps it, the second is reported with its owner', () => {
    put('aaa.json', neighbour('aaa'));
    put(
      'bbb.json',
      withMistake((dealer) => Object.assign(dealer, { slug: 'bbb', hosts: ['www.aaa.example'] })),
    );
    const { dealers, problems } = loadDealers(folder);
    expect(dealers.map(({ slug }) => slug)).toEqual(['aaa']);
    expect(problems).toMatchObject([{ file: join(folder, 'bbb.json'), path: 'hosts.0' }]);
    expect(problems[0]?.received).toContain('aaa.json');
  });

  it('CFG-03 a folder or a dangling link named like a dealer is a problem, not a crash', () => {
    mkdirSync(join(folder, 'folder.json'));
    symlinkSync(join(folder, 'gone'), join(folder, 'link.json'));
    put('neighbour.json', neighbour());
    const { dealers, problems } = loadDealers(folder);
    expect(dealers).toHaveLength(1);
    expect(problems.map(({ file }) => file)).toEqual([
      join(folder, 'folder.json'),
      join(folder, 'link.json'),
    ]);
  });

  it('CFG-03 for any value at any key, the loader responds and never throws', () => {
    const keys = Object.keys(JSON.parse(neighbour()));
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        put(
          'neighbour.json',
          withMistake((dealer) => Object.assign(dealer, { slug: 'neighbour', [key]: value })),
        );
        const { dealers, problems } = loadDealers(folder);
        expect(dealers.length === 1).toBe(problems.length === 0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a valid folder', () => {
  it('CFG-01 the demo dealers load without a problem', () => {
    const { dealers, problems } = loadDealers('dealers');
    expect(problems).toEqual([]);
    expect(dealers.map(({ slug }) => slug)).toEqual([
      'aldermoor',
      'brightkey',
      'ironbark-trucks',
      'kookaburra-cars',
      'limestone-motorcycles',
      'longpaddock-caravans',
      'ridgeline-isuzu',
      'riverbend',
    ]);
  });

  it('CFG-01 schema files, shared folders and other files are no dealers', () => {
    put('dealer.schema.json', '{}');
    put('README.md', '# dealers');
    mkdirSync(join(folder, '_shared'));
    put('neighbour.json', neighbour());
    expect(loadDealers(folder)).toMatchObject({ dealers: [{ slug: 'neighbour' }], problems: [] });
  });

  it('CFG-01 a byte order mark is no mistake', () => {
    put('neighbour.json', `\uFEFF${neighbour()}`);
    expect(loadDealers(folder).problems).toEqual([]);
  });

  it('CFG-01 a key the file does not set comes from its template, a key it sets wins', () => {
    const silent = withMistake((dealer) => Object.assign(dealer, { slug: 'silent', hosts: [] }));
    put('silent.json', silent);
    put(
      'loud.json',
      withMistake((dealer) => {
        Object.assign(dealer, { slug: 'loud', hosts: [] });
        Object.assign(dealer.stock ?? {}, { maxAgeYears: null, usedOnly: false });
      }),
    );
    const [loud, quiet] = loadDealers(folder).dealers;
    expect(quiet?.stock).toMatchObject({ maxAgeYears: 14, usedOnly: true });
    expect(loud?.stock).toMatchObject({ maxAgeYears: null, usedOnly: false });
    expect(quiet?.theme).toMatchObject({ header: 'dark', colours: { brand: '#b3261e' } });
  });
});
