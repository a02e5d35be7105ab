import { expect, it } from 'vitest';
import { isPublished, privateImports, privateMembers } from './package-internals.ts';

it.each([
  ['react', []],
  ['react-dom/client', []],
  ['node:fs', []],
  ['#src/platform/ui/icon.ts', []],
  ['./rooms.ts', []],
  [
    'algoliasearch-helper/src/SearchParameters',
    ['x.ts: algoliasearch-helper/src/SearchParameters is not among the exports of algoliasearch-helper.'],
  ],
  [
    '@astrojs/node/dist/serve-app.js',
    ['x.ts: @astrojs/node/dist/serve-app.js is not among the exports of @astrojs/node.'],
  ],
  ['../node_modules/react/index.js', ['x.ts: ../node_modules/react/index.js is a file of a package.']],
])('an import of %s is of what its package publishes, or is named', (specifier, problems) => {
  expect(privateImports('x.ts', `import '${specifier}';`)).toEqual(problems);
});

it('a pattern publishes modules, unless a longer one keeps them', () => {
  const exports = { '.': './a.js', './parts/*': './parts/*.js', './parts/inner/*': null };
  expect(
    ['.', './parts/a', './parts/inner/a', './other'].map((module) => isPublished(exports, module)),
  ).toEqual([true, true, false, false]);
  expect(isPublished('./a.js', '.')).toBe(true);
  expect(isPublished(undefined, './lib/a.js')).toBe(false);
});

it.each([
  ['results._state', ['_state']],
  ["results['_state']", ['_state']],
  ['search._reset?.()', ['_reset']],
  ['const { _state } = results', ['_state']],
  ['const { _state: state } = results', ['_state']],
  ['const { env: _, ...others } = process', []],
  ['list.map((_each, index) => index)', []],
  ['const [_first, second] = list', []],
  ['document._geo.lat', []],
])('%s names the private members %j', (code, names) => {
  const problems = names.map((name) => `x.ts: ${name} is a private member.`);
  expect(privateMembers('x.ts', code)).toEqual(problems);
});

it('components are read with their templates and scripts', () => {
  const component = '---\nconst a = b._one;\n---\n<p>{c._two}</p>\n<script>d._three;</script>\n';
  expect(privateMembers('X.astro', component).map((problem) => problem.split(' ')[1])).toEqual([
    '_one',
    '_two',
    '_three',
  ]);
});
