import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { idPattern, type Row, readCatalogue } from './catalogue.ts';

/** A test that names rows of the catalogue, in its own title or in that of what holds it. */
export type Proof = { file: string; title: string; ids: string[] };

const TESTS = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.{test,spec}.ts'];
/** Tables that a test's titles are made from: each entry has an `id`. */
const TABLES = 'tests/**/*.cases.ts';

/** A test that does not run proves nothing. */
const NOT_RUN = /\.(?:skip|todo|fixme)\b/;
const SUITES = new Set(['describe']);
const CASES = new Set(['it', 'test']);

/** "describe" of `describe.skip`, `test.describe`, `it.each(table)`. */
function calledName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression))
    return calledName(ts.isCallExpression(expression) ? expression.expression : expression.tag);
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return SUITES.has(expression.name.text) ? expression.name.text : calledName(expression.expression);
}

/** A title as it is written; what is filled in is an ellipsis. */
function titleOf(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** All that stands in quotes below a node: the table of `it.each`. */
function quotesIn(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return `${node.text} `;
  return node.getChildren().map(quotesIn).join('');
}

const tableOf = (call: ts.CallExpression): string =>
  ts.isCallExpression(call.expression) ? call.expression.arguments.map(quotesIn).join(' ') : '';

/** The tests of a file that name rows. */
export function proofsIn(file: string, text: string, pattern: RegExp): Proof[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const proofs: Proof[] = [];
  const idsOf = (words: string) => [...words.matchAll(pattern)].map(([id]) => id);
  const visit = (node: ts.Node, held: readonly string[]): void => {
    const name = ts.isCallExpression(node) ? calledName(node.expression) : undefined;
    const title = ts.isCallExpression(node) ? titleOf(node.arguments[0]) : undefined;
    if (
      !name ||
      title === undefined ||
      !ts.isCallExpression(node) ||
      !(SUITES.has(name) || CASES.has(name))
    ) {
      ts.forEachChild(node, (child) => visit(child, held));
      return;
    }
    if (NOT_RUN.test(node.expression.getText())) return;
    const own = idsOf(title);
    const ids = [...new Set([...held, ...(own.length > 0 ? own : idsOf(tableOf(node)))])];
    if (CASES.has(name) && ids.length > 0) proofs.push({ file, title, ids });
    if (SUITES.has(name)) ts.forEachChild(node, (child) => visit(child, ids));
  };
  visit(source, []);
  return proofs;
}

/** Entries of a table of cases: `{ switch: 'card.chips', id: 'CARD-01', … }`. */
function casesIn(file: string, text: string, pattern: RegExp): Proof[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const proofs: Proof[] = [];
  const wordOf = (node: ts.ObjectLiteralExpression, name: string) => {
    const found = node.properties.find((each) => each.name?.getText() === name);
    return found && ts.isPropertyAssignment(found) ? quotesIn(found.initializer).trim() : '';
  };
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && wordOf(node, 'switch') !== '') {
      const ids = wordOf(node, 'id').match(pattern) ?? [];
      proofs.push({ file, title: `each value of ${wordOf(node, 'switch')} shows`, ids: [...ids] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return proofs;
}

/** Every test of the project that names a row, by file and place. */
export function allProofs(rows: readonly Row[] = readCatalogue()): Proof[] {
  const pattern = idPattern(rows);
  const read = (globs: string | string[], find: typeof proofsIn) =>
    globSync(globs)
      .sort()
      .flatMap((file) => find(file, readFileSync(file, 'utf8'), pattern));
  return [...read(TESTS, proofsIn), ...read(TABLES, casesIn)];
}

function lines(proofs: readonly Proof[]): string[] {
  const files = Map.groupBy(proofs, ({ file }) => file);
  return [...files].map(([file, [first, ...others]]) => {
    const more = others.length > 0 ? `, and ${others.length} more` : '';
    return `- \`${file}\`: ${first?.title.replaceAll('\n', ' ') ?? ''}${more}`;
  });
}

/** Which test proves which row, and the rows that none proves. */
export function proofsTable(): string {
  const rows = readCatalogue();
  const proofs = allProofs(rows);
  const of = (id: string) => proofs.filter(({ ids }) => ids.includes(id));
  const unproven = rows.filter(({ id }) => of(id).length === 0);
  return `# Which test proves which row

Written by \`npx node scripts/reference.ts\` from the titles of the tests. A row is in [catalogue.md](catalogue.md). For each file that names it there is one test, and how many more there are.

## Rows without a test

${unproven.length === 0 ? 'None.' : `These ${unproven.length} are still to be built or proven: ${unproven.map(({ id }) => id).join(', ')}.`}

${rows
  .filter(({ id }) => of(id).length > 0)
  .map(({ id }) => `## ${id}\n\n${lines(of(id)).join('\n')}`)
  .join('\n\n')}
`;
}
