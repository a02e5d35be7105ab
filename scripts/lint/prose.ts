import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel';
import ts from 'typescript';
import { WORDS } from './words.data.ts';

/**
 * Prose without the words nobody else uses: documents, comments, titles of tests and messages.
 * `node scripts/lint/prose.ts`
 */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'dealers/REFERENCE.md', 'src/wire/REFERENCE.md'];
const SOURCES = ['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'tests/**/*.ts'];
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

/** A source file with everything but its prose blanked out, so that lines and columns stay the same. */
export function proseOf(file: string, source: string): string {
  const kept: [from: number, to: number][] = [];
  if (file.endsWith('.astro')) {
    for (const found of source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*$|<!--[\s\S]*?-->/gm))
      kept.push([found.index, found.index + found[0].length]);
  } else {
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const comments = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
      for (const { pos, end } of comments) kept.push([pos, end]);
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
      if (isText && isSentence(node.text)) kept.push([node.getStart(tree), node.end]);
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  const blank = (from: number, to: number) => source.slice(from, to).replaceAll(/[^\n]/g, ' ');
  let prose = '';
  let at = 0;
  for (const [from, to] of kept.toSorted(([a], [b]) => a - b)) {
    if (from < at) continue;
    prose += blank(at, from) + source.slice(from, to);
    at = to;
  }
  return prose + blank(at, source.length);
}

const kernel = new TextlintKernel();
const ruleOptions = {
  defaultTerms: false,
  terms: WORDS.map(([pattern, instead]) => [pattern, instead]),
};

/** @returns a line for each word to change: file, line, word and what to write instead */
export async function complaintsOf(file: string, source: string): Promise<string[]> {
  const isDocument = file.endsWith('.md');
  const { messages } = await kernel.lintText(isDocument ? source : proseOf(file, source), {
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
