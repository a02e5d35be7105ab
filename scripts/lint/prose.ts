import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel';
import ts from 'typescript';
import { WORDS } from './words.data.ts';

/**
 * Prose without the words nobody else uses: documents, comments, titles of tests and messages.
 * `node scripts/lint/prose.ts`
 */
const DOCUMENTS = [
  'README.md',
  'dealers/README.md',
  'scripts/README.md',
  'scripts/deploy/README.md',
  'src/README.md',
  'tests/README.md',
  'dealers/REFERENCE.md',
  'src/wire/REFERENCE.md',
];
const SOURCES = ['src/**/*.{ts,tsx,astro,css}', 'scripts/**/*.ts', 'tests/**/*.ts'];
/** What quotes the words, and data that are somebody's name or copy. */
const NOT_READ = /\.data\.ts$|^scripts\/(?:lint|catalogue)\//;
/** Fewer words are an identifier or a value. */
const SENTENCE_WORDS = 3;

/** Their types describe another export than CommonJS gives. */
const load = createRequire(import.meta.url);
const markdown: TextlintPluginCreator = load('@textlint/textlint-plugin-markdown').default;
const text: TextlintPluginCreator = load('@textlint/textlint-plugin-text').default;
const terminology: TextlintRuleModule = load('textlint-rule-terminology').default;

const isSentence = (content: string) => content.trim().split(/\s+/).length >= SENTENCE_WORDS;

type Range = readonly [from: number, to: number];

const FRONTMATTER = /^---\n[\s\S]*?\n---/;
const MARKUP_COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*$|<!--[\s\S]*?-->/gm;
const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;
/** Between two tags or expressions. */
const MARKUP_TEXT = /(?<=[>}])[^<>{}]+(?=[<{])/g;

const rangesOf = (text: string, pattern: RegExp, at = 0): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => [at + index, at + index + found.length]);

function rangesOfScript(file: string, source: string): Range[] {
  const ranges: Range[] = [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const comments = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
    for (const { pos, end } of comments) ranges.push([pos, end]);
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText && isSentence(node.text)) ranges.push([node.getStart(tree), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return ranges;
}

function rangesOfPage(source: string): Range[] {
  const at = FRONTMATTER.exec(source)?.[0].length ?? 0;
  const markup = source.slice(at);
  // The fences count as blanks, so that places stay the same.
  const script = rangesOfScript('frontmatter.ts', source.slice(0, at).replaceAll(/^---/gm, '   '));
  const texts = rangesOf(markup, MARKUP_TEXT, at).filter(([from, to]) => isSentence(source.slice(from, to)));
  return [...script, ...rangesOf(markup, MARKUP_COMMENT, at), ...texts];
}

/** Comments, and texts that are sentences. */
function proseRanges(file: string, source: string): Range[] {
  if (file.endsWith('.css')) return rangesOf(source, CSS_COMMENT);
  return file.endsWith('.astro') ? rangesOfPage(source) : rangesOfScript(file, source);
}

/** A source file with everything but its prose blanked out, so that lines and columns stay the same. */
export function proseOf(file: string, source: string): string {
  const blank = (from: number, to: number) => source.slice(from, to).replaceAll(/[^\n]/g, ' ');
  let prose = '';
  let at = 0;
  for (const [from, to] of proseRanges(file, source).toSorted(([a], [b]) => a - b)) {
    if (from < at) continue;
    prose += blank(at, from) + source.slice(from, to);
    at = to;
  }
  return prose + blank(at, source.length);
}

const kernel = new TextlintKernel();
/** Only files with one of the words are read by the kernel, which takes most of the time. */
const ANY_WORD = new RegExp(WORDS.map(([pattern]) => pattern).join('|'), 'i');
const ruleOptions = {
  defaultTerms: false,
  terms: WORDS.map(([pattern, instead]) => [pattern, instead]),
};

/** @returns a line for each word to change: file, line, word and what to write instead */
export async function complaintsOf(file: string, source: string): Promise<string[]> {
  const isDocument = file.endsWith('.md');
  const prose = isDocument ? source : proseOf(file, source);
  if (!ANY_WORD.test(prose)) return [];
  const { messages } = await kernel.lintText(prose, {
    ext: isDocument ? '.md' : '.txt',
    filePath: file,
    plugins: [isDocument ? { pluginId: 'markdown', plugin: markdown } : { pluginId: 'text', plugin: text }],
    rules: [{ ruleId: 'terminology', rule: terminology, options: ruleOptions }],
  });
  return messages.map(({ message, loc }) => `${file}:${loc.start.line}: ${message}`);
}

if (import.meta.main) {
  const files = [...DOCUMENTS, ...SOURCES.flatMap((pattern) => globSync(pattern)).sort()];
  const complaints: string[] = [];
  for (const file of files.filter((name) => !NOT_READ.test(name)))
    complaints.push(...(await complaintsOf(file, readFileSync(file, 'utf8'))));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
