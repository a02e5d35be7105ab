import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Where a build writes, beside the compiled pages, which classes each script may add to a page. */
export const LATER_CLASSES_FILE = 'later-classes.json';

/** Modules that fetch HTML and put it on the page, and what renders that HTML. */
export const FETCHED: Readonly<Record<string, string>> = {
  'src/features/account/saved-cards.ts': 'src/pages/tenants/[dealer]/saved-cars/list.astro',
  'src/features/lead-forms/form-dialog.ts': 'src/pages/tenants/[dealer]/enquire/[form].astro',
  'src/features/search/rows/fetch-cards.ts': 'src/features/search/rows/CardRow.astro',
};

/** What surrounds the part that is fetched. */
const FRAME = /\/pages\/_frame\/|\/NotFound\.astro/;

const CLASS = /\.([a-z][\w-]*)/g;
/** A word of a text in quotes; not `.word`, which finds elements of a class and adds none. */
const WORD = /(?<=["'`}\s])[a-z][\w-]*(?=["'`\s$\\])/g;

/** Every class that a sheet of the project has a rule for. */
export function styledClasses(): string[] {
  const sheets = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  return [
    ...new Set(sheets.flatMap((css) => Array.from(css.matchAll(CLASS), ([, name = '']) => name))),
  ].sort();
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

/** Tells the pages which classes each script may add later, so that they have the styles of these: see `used-styles.ts`. */
export function laterClasses(): AstroIntegration {
  const styled = styledClasses();
  const fetched = new Map<string, ReadonlySet<string>>();
  const scripts = new Map<string, Part & { fetches: readonly string[] }>();
  const nameOf = (id: string) => relative(process.cwd(), id);
  let server: URL;
  return {
    name: 'later-classes',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'later-classes',
                generateBundle(_, bundle) {
                  if (this.environment.name === 'client') {
                    for (const chunk of Object.values(bundle)) {
                      if (chunk.type !== 'chunk') continue;
                      scripts.set(chunk.fileName, {
                        classes: classesNamed(chunk.code, styled),
                        leadsTo: [...chunk.imports, ...chunk.dynamicImports],
                        fetches: chunk.moduleIds.map(nameOf).filter((name) => name in FETCHED),
                      });
                    }
                    return;
                  }
                  for (const [module, page] of Object.entries(FETCHED)) {
                    const rendered = allClasses(join(process.cwd(), page), (id) => {
                      const { code, importedIds = [] } = this.getModuleInfo(id) ?? {};
                      if (code === undefined || code === null) return undefined;
                      return {
                        classes: classesNamed(code, styled),
                        leadsTo: importedIds.filter((each) => !FRAME.test(each)),
                      };
                    });
                    if (rendered.size > 0) fetched.set(module, rendered);
                  }
                },
              },
            ],
          },
        });
      },
      'astro:config:done': ({ config }) => {
        server = config.build.server;
      },
      'astro:build:done': async () => {
        for (const [module, page] of Object.entries(FETCHED)) {
          if (!fetched.has(module))
            throw new Error(`${module} fetches what ${page} renders, which no page imports.`);
        }
        const known = Object.fromEntries(
          [...scripts.keys()].sort().map((file) => {
            const classes = allClasses(file, (name) => {
              const script = scripts.get(name);
              const more = script?.fetches.flatMap((module) => [...(fetched.get(module) ?? [])]) ?? [];
              return script && { classes: [...script.classes, ...more], leadsTo: script.leadsTo };
            });
            return [`/${file}`, [...classes].sort()];
          }),
        );
        await writeFile(join(fileURLToPath(server), LATER_CLASSES_FILE), JSON.stringify(known));
      },
    },
  };
}
