import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, ViteUserConfig } from 'astro';
import { SCRIPT, writeLaterNames } from '#src/server/used-styles.ts';

/** Modules that fetch HTML and put it on the page, and what renders that HTML. */
export const FETCHED: Readonly<Record<string, string>> = {
  'src/features/account/saved-cards.ts': 'src/pages/tenants/[dealer]/saved-cars/list.astro',
  'src/features/lead-forms/form-dialog.ts': 'src/pages/tenants/[dealer]/enquire/[form].astro',
  'src/features/search/rows/fetch-cards.ts': 'src/features/search/rows/CardRow.astro',
};

/** Rendered by these pages, but never part of what a script takes from them. */
const NEVER_FETCHED = /\/pages\/_frame\/|\/NotFound\.astro/;

const STYLED = /\.([a-z][\w-]*)|\[(data-[\w-]+)/gi;
const NAME = /[a-z][\w-]*/gi;
/** A word in a string literal; not `.word`, a selector, which adds no class. */
const WORD = /(?<=["'`}\s])[a-z][\w-]*(?=["'`\s$\\])/gi;

/** Every class and `data-` attribute that a sheet of the project has a rule for. */
export function styledNames(): string[] {
  const sheets = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const names = sheets.flatMap((css) =>
    Array.from(css.matchAll(STYLED), ([, name, attribute = '']) => name ?? attribute),
  );
  return [...new Set(names)].sort();
}

/** `data-per-row` → `perRow` */
const propertyOf = (attribute: string): string =>
  attribute.slice('data-'.length).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Those that code names: classes in texts, whole or by their beginning (`tag-${tone}` may be any `tag-…`), attributes
 * by their name or by the property of `dataset`.
 */
export function namesIn(code: string, styled: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(WORD), ([word]) => word));
  const beginnings = [...words].filter((word) => word.endsWith('-'));
  const anywhere = new Set(Array.from(code.matchAll(NAME), ([name]) => name));
  return styled.filter((name) =>
    name.startsWith('data-')
      ? anywhere.has(name) || anywhere.has(propertyOf(name))
      : words.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
  );
}

type Part = { names: readonly string[]; leadsTo: readonly string[] };

/** The names in a part and in all that it leads to. */
function allNames(start: string, partAt: (place: string) => Part | undefined): Set<string> {
  const places = new Set([start]);
  const names = new Set<string>();
  // A set that grows while it is read is read to its end.
  for (const place of places) {
    const part = partAt(place);
    for (const each of part?.names ?? []) names.add(each);
    for (const each of part?.leadsTo ?? []) places.add(each);
  }
  return names;
}

/** The names in both sides of a build: scripts by file name, fetched HTML by the module that fetches it. */
type Found = {
  scripts: Map<string, Part & { fetches: readonly string[] }>;
  fetched: Map<string, ReadonlySet<string>>;
};
type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

function nameFinder({ scripts, fetched }: Found): Plugin {
  const styled = styledNames();
  const fetching = new Map(Object.keys(FETCHED).map((module) => [resolve(module), module]));
  return {
    name: 'later-names',
    generateBundle(_, bundle) {
      if (this.environment.name === 'client') {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          scripts.set(chunk.fileName, {
            names: namesIn(chunk.code, styled),
            leadsTo: [...chunk.imports, ...chunk.dynamicImports],
            fetches: chunk.moduleIds.flatMap((id) => fetching.get(id) ?? []),
          });
        }
        return;
      }
      for (const [module, page] of Object.entries(FETCHED)) {
        const rendered = allNames(resolve(page), (id) => {
          const { code, importedIds = [] } = this.getModuleInfo(id) ?? {};
          if (typeof code !== 'string') return undefined;
          const leadsTo = importedIds.filter((each) => !NEVER_FETCHED.test(each));
          return { names: namesIn(code, styled), leadsTo };
        });
        if (rendered.size > 0) fetched.set(module, rendered);
      }
    },
  };
}

/**
 * The classes and attributes that each script may add to a page, by the script's address.
 * @throws Error for a module of `FETCHED` that is in no script, or whose HTML no page renders, and for a script whose
 * address is not found in pages
 */
function namesByAddress({ scripts, fetched }: Found): Record<string, string[]> {
  const fetches = new Set([...scripts.values()].flatMap((script) => script.fetches));
  for (const [module, page] of Object.entries(FETCHED)) {
    if (!fetches.has(module)) throw new Error(`${module} is in FETCHED, and in no script.`);
    if (!fetched.has(module)) throw new Error(`${module} fetches what ${page} renders, which is in no page.`);
  }
  const partAt = (name: string): Part | undefined => {
    const script = scripts.get(name);
    const more = script?.fetches.flatMap((module) => [...(fetched.get(module) ?? [])]) ?? [];
    return script && { names: [...script.names, ...more], leadsTo: script.leadsTo };
  };
  return Object.fromEntries(
    [...scripts.keys()].sort().map((file) => {
      const address = `/${file}`;
      if (address.match(SCRIPT)?.[0] !== address) throw new Error(`SCRIPT does not match ${address}.`);
      return [address, [...allNames(file, partAt)].sort()];
    }),
  );
}

/** Writes what each script may add later, so that each page carries the styles for them: see `used-styles.ts`. */
export function laterNames(): AstroIntegration {
  const found: Found = { scripts: new Map(), fetched: new Map() };
  let serverFolder: URL;
  return {
    name: 'later-names',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [nameFinder(found)] } });
      },
      'astro:config:done': ({ config }) => {
        serverFolder = config.build.server;
      },
      'astro:build:done': () => writeLaterNames(fileURLToPath(serverFolder), namesByAddress(found)),
    },
  };
}
