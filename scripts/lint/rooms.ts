import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const CONFIG = ['config/sections', 'config/public'];
const UNDER_FEATURES = [...CONFIG, 'platform', 'ui'];
const FOR_BROWSERS = [...UNDER_FEATURES, 'rules', 'client'];
const OF_FILES = ['config', ...UNDER_FEATURES, 'rules'];
const OF_SERVERS = [...OF_FILES, 'server', 'dealer-files'];

/**
 * The parts of the source and which others each may import. A part not listed for another is out of bounds, type-only
 * imports included. `config/sections` holds vocabularies and schemas without I/O, `config/public` what a browser may see.
 * A slice of `features/` has four parts: its rules, and below it `client/`, `view/` and `server/`.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  'config/sections': [],
  config: ['config/sections'],
  'config/public': ['config', 'config/sections'],
  ui: CONFIG,
  platform: ['config', ...CONFIG, 'ui'],
  rules: UNDER_FEATURES,
  client: [...UNDER_FEATURES, 'rules'],
  view: FOR_BROWSERS,
  server: [...OF_FILES, 'dealer-files'],
  layouts: FOR_BROWSERS,
  'dealer-files': OF_FILES,
  process: OF_SERVERS,
  publishing: [...OF_SERVERS, 'process'],
  'pages/api': ['server', 'process', 'rules', 'platform'],
  pages: [...FOR_BROWSERS, 'view', 'server', 'layouts', 'process'],
  scripts: [...OF_SERVERS, 'process', 'publishing'],
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

const SLICE_PARTS = ['client', 'view', 'server'];
/** What of the platform a browser is sent. */
const UI = ['ui', 'theme'];

/** The part of a file, and the slice where it is in one. */
export function partOf(file: string): { part: string; slice?: string } {
  const [top = '', first = '', second = '', third = ''] = file.split('/');
  if (top === 'scripts') return { part: 'scripts' };
  if (top !== 'src') return { part: '' };
  if (file === 'src/middleware.ts') return { part: 'pages' };
  if (first === 'features')
    return { part: SLICE_PARTS.find((part) => part === third) ?? 'rules', slice: second };
  if (first === 'platform') return { part: UI.includes(second) ? 'ui' : 'platform' };
  if (first === 'config' && (second === 'sections' || second === 'public'))
    return { part: `config/${second}` };
  if (first === 'pages' && second === 'api') return { part: 'pages/api' };
  return { part: first === 'server' ? 'process' : first };
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

/** The file of a specifier, from the project's root; undefined for that of a package. */
export function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#src/')) return specifier.replace('#src/', 'src/');
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return undefined;
}

/** What reads or writes a table; benches look at the database from outside. */
const QUERY = /\bfrom 'kysely'|\bsql(?:<[^>]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
const MAY_QUERY = /^src\/platform\/database\/|\/queries\/|^scripts\/bench\//;

/** Queries are apart from what decides, where each is tried on both engines. */
export const queriesElsewhere = (file: string, text: string): boolean =>
  !MAY_QUERY.test(file) && QUERY.test(text);

/** What the servers of all slices work with: each takes what it needs of its type. */
const SERVICES = 'src/server/services.ts';

/** A view may import views of its own slice alone. */
export function mayImport(from: string, to: string): boolean {
  const [importer, imported] = [partOf(from), partOf(to)];
  if (importer.part === 'server' && to === SERVICES) return true;
  if (importer.part === imported.part) return importer.part !== 'view' || importer.slice === imported.slice;
  return MAY_IMPORT[importer.part]?.includes(imported.part) ?? false;
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
      complaints.push(`${file} queries the database: move the query to the folder queries/ of its slice.`);
    const targets = importsOf(file, text).flatMap((specifier) => target(file, specifier) ?? []);
    graph.set(file, targets);
    for (const to of targets) {
      if (!mayImport(file, to)) {
        complaints.push(
          `${file} imports ${to}: "${partOf(file).part}" may not import "${partOf(to).part}". See src/README.md.`,
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
