import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, ViteUserConfig } from 'astro';
import { SCRIPT, writeLaterClasses } from '#src/server/used-styles.ts';

/** Modules that fetch HTML and put it on the page, and what renders that HTML. */
export const FETCHED: Readonly<Record<string, string>> = {
  'src/features/account/saved-cards.ts': 'src/pages/tenants/[dealer]/saved-cars/list.astro',
  'src/features/lead-forms/form-dialog.ts': 'src/pages/tenants/[dealer]/enquire/[form].astro',
  'src/features/search/rows/fetch-cards.ts': 'src/features/search/rows/CardRow.astro',
};

/** Rendered by these pages, but never part of what a script takes from them. */
const NEVER_FETCHED = /\/pages\/_frame\/|\/NotFound\.astro/;

const CLASS = /\.([a-z][\w-]*)/gi;
/** A word in a string literal; not `.word`, a selector, which adds no class. */
const WORD = /(?<=["'`}\s])[a-z][\w-]*(?=["'`\s$\\])/gi;

/** Every class that a sheet of the project has a rule for. */
export function styledClasses(): string[] {
  const sheets = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const names = sheets.flatMap((css) => Array.from(css.matchAll(CLASS), ([, name = '']) => name));
  return [...new Set(names)].sort();
}

/** Those that code names, whole or by their beginning: `tag-${tone}` may be any `tag-…`. */
export function classesNamed(code: string, styled: readonly string[]): string[] {
  const words = new Set(Array.from(code.matchAll(WORD), ([word]) => word));
  const beginnings = [...words].filter((word) => word.endsWith('-'));
  return styled.filter(
    (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
  );
}

type Part = { classes: readonly string[]; leadsTo: readonly string[] };

/** The classes of a part and of all that it leads to. */
function allClasses(start: string, partOf: (name: string) => Part | undefined): Set<string> {
  const names = new Set([start]);
  const classes = new Set<string>();
  // A set that grows while it is read is read to its end.
  for (const name of names) {
    const part = partOf(name);
    for (const each of part?.classes ?? []) classes.add(each);
    for (const each of part?.leadsTo ?? []) names.add(each);
  }
  return classes;
}

/** What both sides of a build say of classes: scripts by file name, fetched HTML by the module that fetches it. */
type Found = {
  scripts: Map<string, Part & { fetches: readonly string[] }>;
  fetched: Map<string, ReadonlySet<string>>;
};
type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

function classFinder({ scripts, fetched }: Found): Plugin {
  const styled = styledClasses();
  const fetching = new Map(Object.keys(FETCHED).map((module) => [resolve(module), module]));
  return {
    name: 'later-classes',
    generateBundle(_, bundle) {
      if (this.environment.name === 'client') {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          scripts.set(chunk.fileName, {
            classes: classesNamed(chunk.code, styled),
            leadsTo: [...chunk.imports, ...chunk.dynamicImports],
            fetches: chunk.moduleIds.flatMap((id) => fetching.get(id) ?? []),
          });
        }
        return;
      }
      for (const [module, page] of Object.entries(FETCHED)) {
        const rendered = allClasses(resolve(page), (id) => {
          const { code, importedIds = [] } = this.getModuleInfo(id) ?? {};
          if (typeof code !== 'string') return undefined;
          const leadsTo = importedIds.filter((each) => !NEVER_FETCHED.test(each));
          return { classes: classesNamed(code, styled), leadsTo };
        });
        if (rendered.size > 0) fetched.set(module, rendered);
      }
    },
  };
}

/**
 * The classes that each script may add to a page, by the script's address.
 * @throws Error for a module of `FETCHED` that is in no script, or whose HTML no page renders, and for a script whose
 * address is not found in pages
 */
function classesByAddress({ scripts, fetched }: Found): Record<string, string[]> {
  const fetches = new Set([...scripts.values()].flatMap((script) => script.fetches));
  for (const [module, page] of Object.entries(FETCHED)) {
    if (!fetches.has(module)) throw new Error(`${module} is in FETCHED, and in no script.`);
    if (!fetched.has(module)) throw new Error(`${module} fetches what ${page} renders, which is in no page.`);
  }
  const partOf = (name: string): Part | undefined => {
    const script = scripts.get(name);
    const more = script?.fetches.flatMap((module) => [...(fetched.get(module) ?? [])]) ?? [];
    return script && { classes: [...script.classes, ...more], leadsTo: script.leadsTo };
  };
  return Object.fromEntries(
    [...scripts.keys()].sort().map((file) => {
      const address = `/${file}`;
      if (address.match(SCRIPT)?.[0] !== address) throw new Error(`SCRIPT does not match ${address}.`);
      return [address, [...allClasses(file, partOf)].sort()];
    }),
  );
}

/** Writes which classes each script may add later, so that each page carries the styles for them: see `used-styles.ts`. */
export function laterClasses(): AstroIntegration {
  const found: Found = { scripts: new Map(), fetched: new Map() };
  let serverFolder: URL;
  return {
    name: 'later-classes',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [classFinder(found)] } });
      },
      'astro:config:done': ({ config }) => {
        serverFolder = config.build.server;
      },
      'astro:build:done': () => writeLaterClasses(fileURLToPath(serverFolder), classesByAddress(found)),
    },
  };
}
