import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/**
 * The rooms of the source and whom each may import. A room not listed for another is out of bounds,
 * type-only imports included. `config/sections` holds vocabularies and schemas without I/O,
 * `config/public` what a browser may see.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  'config/sections': [],
  config: ['config/sections'],
  'config/public': ['config', 'config/sections'],
  routing: ['config', 'config/sections', 'config/public'],
  theme: ['config/sections', 'config/public'],
  disk: [],
  'dealer-files': ['disk', 'config', 'config/sections', 'config/public', 'routing', 'theme', 'domain'],
  domain: ['config/sections', 'styles'],
  wire: ['domain', 'config/sections'],
  providers: ['domain', 'config', 'config/sections'],
  server: [
    'disk',
    'providers',
    'domain',
    'wire',
    'routing',
    'dealer-files',
    'config',
    'config/sections',
    'config/public',
    'ui',
  ],
  ui: [],
  stores: ['domain', 'wire', 'ui', 'routing', 'config/sections'],
  features: [
    'domain',
    'wire',
    'ui',
    'stores',
    'routing',
    'theme',
    'config/public',
    'config/sections',
    'styles',
  ],
  layouts: ['ui', 'stores', 'routing', 'theme', 'config/public', 'config/sections', 'styles'],
  styles: [],
  'pages/api': ['server', 'wire'],
  pages: [
    'features',
    'layouts',
    'ui',
    'stores',
    'server',
    'domain',
    'routing',
    'theme',
    'config/public',
    'config/sections',
  ],
  publishing: [
    'disk',
    'server',
    'wire',
    'routing',
    'dealer-files',
    'config',
    'config/sections',
    'config/public',
    'domain',
    'ui',
  ],
  scripts: [
    'disk',
    'publishing',
    'server',
    'providers',
    'routing',
    'theme',
    'styles',
    'dealer-files',
    'config',
    'config/sections',
    'config/public',
    'domain',
    'wire',
  ],
};

/** Longest file that is not a table of data. */
const MAX_LINES = 350;

const root = resolve(import.meta.dirname, '../..');
const SOURCE = /\.(?:ts|tsx|astro|mjs)$/;

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !/\.(?:test|d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** `features/search` of `src/features/search/x.ts`; features are rooms of their own. */
export function roomOf(file: string): string {
  const [top, first, second] = file.split('/');
  if (top === 'scripts') return 'scripts';
  if (top !== 'src') return '';
  if (file === 'src/middleware.ts') return 'pages';
  if (first === 'features') return `features/${second}`;
  if (first === 'config' && (second === 'sections' || second === 'public')) return `config/${second}`;
  if (first === 'pages' && second === 'api') return 'pages/api';
  return first ?? '';
}

/** The code of a file; of a component its frontmatter and its scripts. */
export const scriptsOf = (file: string, text: string): string =>
  file.endsWith('.astro')
    ? [...text.matchAll(/^---\n([\s\S]*?)\n---/g), ...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
        .map((m) => m[1])
        .join('\n')
    : text;

/** All module specifiers of a file, those of types included. */
export const importsOf = (file: string, text: string): string[] =>
  ts.preProcessFile(scriptsOf(file, text), true, true).importedFiles.map((found) => found.fileName);

function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#src/')) return specifier.replace('#src/', 'src/');
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return undefined;
}

/** What reads or writes a table; benches look at the database from outside. */
const QUERY = /\bfrom 'kysely'|\bsql(?:<[^>]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
const MAY_QUERY = ['src/providers/database/', 'scripts/bench/'];

/** Queries are in one room, where each is tried on both engines. */
export const queriesElsewhere = (file: string, text: string): boolean =>
  !MAY_QUERY.some((folder) => file.startsWith(folder)) && QUERY.test(text);

const kind = (room: string) => (room.startsWith('features/') ? 'features' : room);

export function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (kind(from) === 'features' && kind(to) === 'features') return false;
  return MAY_IMPORT[kind(from)]?.includes(kind(to)) ?? false;
}

/** @returns the first circle as a path that ends where it begins */
export function findCircle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

function check(): string[] {
  const complaints: string[] = [];
  const graph = new Map<string, string[]>();
  for (const file of [...sourceFiles('src'), ...sourceFiles('scripts')]) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n').length;
    if (lines > MAX_LINES && !file.endsWith('.data.ts'))
      complaints.push(`${file}: ${lines} lines, at most ${MAX_LINES}; split it.`);
    if (queriesElsewhere(file, text))
      complaints.push(`${file} queries the database: move the query to src/providers/database/.`);
    const targets = importsOf(file, text).flatMap((specifier) => target(file, specifier) ?? []);
    graph.set(file, targets);
    for (const to of targets) {
      if (!mayImport(roomOf(file), roomOf(to))) {
        complaints.push(
          `${file} imports ${to}: "${roomOf(file)}" may not import "${roomOf(to)}". See src/README.md.`,
        );
      }
    }
  }
  const circle = findCircle(graph);
  if (circle) complaints.push(`Circular import: ${circle.join(' → ')}`);
  return complaints;
}

if (import.meta.main) {
  const complaints = check();
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
