import { isMap, LineCounter, parseDocument } from 'yaml';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { describeReceived, type Finding } from '#src/dealer-files/config-problem.ts';
import {
  blockText,
  loneImage,
  loneLink,
  type MarkdownBlock,
  markdownBlocks,
  plainPoints,
} from '#src/features/content/markdown.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/** Use of the body of a Markdown file. */
export type BodyUse =
  /** Value of a key, in Markdown; with `titleKey`, a leading "#" heading is the value of that. */
  | { as: 'markdown'; key: string; titleKey?: string }
  /** Value of a key, in plain text. */
  | { as: 'words'; key: string }
  /** The whole value, in Markdown, for files without front matter. */
  | { as: 'whole' }
  /** A section per "##" heading. */
  | { as: 'sections' }
  /** A feature per "##" heading. */
  | { as: 'features' }
  | { as: 'nothing' };

/** Maps a content file to settings. */
export type ContentKind = {
  /** Path of the value or list. */
  at: readonly string[];
  /** Key of a list entry that the file name is the value of. */
  nameKey?: string;
  /** Whether the list must already contain the entry. */
  isForExisting?: true;
  body: BodyUse;
  /** Default values. */
  base?: JsonObject;
};

const FIXED_PAGES: Readonly<Record<string, ContentKind>> = {
  home: { at: ['content', 'home'], body: { as: 'nothing' } },
  'about-us': { at: ['content', 'about'], body: { as: 'markdown', key: 'paragraphs' } },
  contact: { at: ['content', 'contact'], body: { as: 'nothing' } },
  'privacy-policy': { at: ['content', 'privacy'], body: { as: 'whole' } },
  'terms-and-conditions': { at: ['content', 'terms'], body: { as: 'whole' } },
};

const PAGES: Readonly<Record<string, ContentKind>> = {
  ...FIXED_PAGES,
  ...Object.fromEntries(
    INFO_PAGES.map((name) => [
      name,
      { at: ['pages', name], body: { as: 'sections' }, base: { enabled: true } } as const,
    ]),
  ),
};

const LISTS: Readonly<Record<string, ContentKind>> = {
  blog: { at: ['blog'], nameKey: 'slug', body: { as: 'markdown', key: 'paragraphs' } },
  offers: { at: ['offers'], nameKey: 'id', body: { as: 'markdown', key: 'paragraphs' } },
  brands: { at: ['brands'], nameKey: 'slug', body: { as: 'markdown', key: 'description' } },
  models: { at: ['models'], nameKey: 'slug', body: { as: 'features' } },
  locations: {
    at: ['locations'],
    nameKey: 'slug',
    isForExisting: true,
    body: { as: 'words', key: 'description' },
  },
};

/** NAV-15: other files in the folder are pages added by the dealer. */
const OWN_PAGE: ContentKind = {
  at: ['ownPages'],
  nameKey: 'slug',
  body: { as: 'markdown', key: 'paragraphs', titleKey: 'title' },
};

/** Files outside the folders. */
const SINGLE_FILES: Readonly<Record<string, ContentKind>> = {
  'reviews.json': { at: ['reviews'], body: { as: 'nothing' } },
};

export const CONTENT_FOLDERS: readonly string[] = ['pages', ...Object.keys(LISTS)];
export const PAGE_NAMES: readonly string[] = Object.keys(PAGES);
export const CONTENT_FILES: readonly string[] = Object.keys(SINGLE_FILES);

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** @param name of the file without extension */
export const kindInFolder = (folder: string, name: string): ContentKind | undefined =>
  folder === 'pages' ? (own(PAGES, name) ?? OWN_PAGE) : own(LISTS, folder);

export const kindOfFile = (fileName: string): ContentKind | undefined => own(SINGLE_FILES, fileName);

/** A Markdown file with YAML front matter. */
export type MarkdownFile = {
  values: JsonObject;
  /** Text after the front matter. */
  body: string;
  /** Line number of its start, from 1. */
  bodyLine: number;
  /** Line of a key, or of its nearest ancestor; 1 if there is none. */
  lineOf(keys: readonly string[]): number;
};

const FENCE = /^---[ \t]*\r?\n/;
const END = /^---[ \t]*(?:\r?\n|$)/m;

const fault = (line: number, [expected, received, remedy]: [string, string, string]): Finding => ({
  path: '',
  line,
  expected,
  received,
  remedy,
});

const COLON_REMEDY =
  'Put double quotes around a text that holds a colon, and the same spaces before each key.';
const OTHER_TEXT: readonly [received: string, remedy: string] = ['other text', COLON_REMEDY];
const QUOTE_REMEDY = 'Put double quotes around the text.';

/** Messages and remedies by error code of the YAML parser. */
const FAULTS: Readonly<Record<string, readonly [received: string, remedy: string]>> = {
  DUPLICATE_KEY: ['a key that is there already', 'Remove one of the two.'],
  TAB_AS_INDENT: ['a tab before a key', 'Indent with spaces.'],
  BAD_INDENT: [
    'a line that begins further left or right than those around it, or a bracket that stays open',
    COLON_REMEDY,
  ],
  BLOCK_AS_IMPLICIT_KEY: ['a second colon in a line', COLON_REMEDY],
  MULTILINE_IMPLICIT_KEY: ['a text of several lines without quotes', COLON_REMEDY],
  MISSING_CHAR: ['a quote, bracket, comma or colon that is missing', 'Add it, or quote the text.'],
  BAD_DQ_ESCAPE: ['a backslash before a letter that has no meaning there', 'Write "\\\\" for a backslash.'],
  BAD_SCALAR_START: ['a text that begins with a sign such as @ or `', QUOTE_REMEDY],
  BAD_ALIAS: ['a text that begins with * or &', QUOTE_REMEDY],
  BAD_DIRECTIVE: ['a line that begins with %', QUOTE_REMEDY],
  TAG_RESOLVE_FAILED: ['a text that begins with !', QUOTE_REMEDY],
};

const linesIn = (text: string) => text.split('\n').length - 1;

/** @returns the front matter, undefined if there is none, and where the body starts */
function split(text: string): { keys?: string; body: string; bodyLine: number } | Finding {
  const opening = FENCE.exec(text)?.[0];
  if (opening === undefined) return { body: text, bodyLine: 1 };
  const rest = text.slice(opening.length);
  const end = END.exec(rest);
  if (!end) {
    return fault(1, [
      'a line "---" after the keys',
      'the end of the file',
      'Close the keys with a line of three hyphens.',
    ]);
  }
  const keys = rest.slice(0, end.index);
  return { keys, body: rest.slice(end.index + end[0].length), bodyLine: linesIn(keys) + 3 };
}

/** Parses a Markdown file, or returns the fault of its front matter. */
export function readFrontMatter(text: string): MarkdownFile | { fault: Finding } {
  const parts = split(text);
  if ('path' in parts) return { fault: parts };
  const { keys = '', body, bodyLine } = parts;
  const counter = new LineCounter();
  const document = parseDocument(keys, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake) {
    const line = lineAt(mistake.pos[0]);
    const [received, remedy] = FAULTS[mistake.code] ?? OTHER_TEXT;
    return { fault: fault(line, ['keys as "key: value", one a line', received, remedy]) };
  }
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: 20 }) ?? {};
  } catch {
    return {
      fault: fault(2, ['keys without references', 'references by & and *', 'Write the values out.']),
    };
  }
  if (!isJsonObject(values)) {
    const words: [string, string, string] = [
      'keys as "key: value", one a line',
      describeReceived(values),
      'Write a key before it.',
    ];
    return { fault: fault(2, words) };
  }
  function lineOf(path: readonly string[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const above = document.getIn(path.slice(0, length - 1).map(indexOrKey), true) ?? document.contents;
      const last = path[length - 1];
      const pair = isMap(above) ? above.items.find(({ key }) => String(key) === last) : undefined;
      const node = (pair?.key ?? document.getIn(path.slice(0, length).map(indexOrKey), true)) as Ranged;
      if (node?.range) return lineAt(node.range[0] ?? 0);
    }
    return 1;
  }
  return { values, body, bodyLine, lineOf };
}

type Ranged = { range?: readonly number[] | null } | undefined;

/** A path step into a parsed file: list index or key. */
export const indexOrKey = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

type Picture = { url: string; alt: string };

/** A "##" heading with its content. */
export type HeadingSection = {
  heading: string;
  /** In Markdown; may be empty. */
  text: string;
  points: string[];
  picture?: Picture;
  link?: { label: string; href: string };
  /** Line numbers, from 1, of the heading and of the start of `text`. */
  line: number;
  textLine: number;
};

const isHeading = ({ tokens: [open] }: MarkdownBlock) => open?.tag === 'h2';

function partOf(
  lines: readonly string[],
  from: number,
  end: number,
): Omit<HeadingSection, 'heading' | 'line'> {
  const rest = lines.slice(from, end);
  let blocks = markdownBlocks(rest.join('\n'));
  const take = <T>(block: MarkdownBlock | undefined, found: T | undefined): T | undefined => {
    if (!block || found === undefined) return undefined;
    blocks = blocks.filter((each) => each !== block);
    // Blank lines preserve line numbers.
    rest.fill('', block.start, block.end);
    return found;
  };
  const pictured = blocks.find(loneImage);
  const picture = take(pictured, pictured && loneImage(pictured));
  const last = blocks.at(-1);
  const link = take(last, last && loneLink(last));
  const listed = blocks.at(-1);
  const points = take(listed, listed && plainPoints(listed)) ?? [];
  const blank = rest.findIndex((line) => line.trim() !== '');
  return {
    text: rest.join('\n').trim(),
    textLine: from + Math.max(blank, 0) + 1,
    points,
    ...(picture && { picture }),
    ...(link && { link }),
  };
}

/**
 * Sections of a text by heading. The first picture of a section is shown next to it; a plain list at its end becomes
 * its points, and a link on its own after that its button.
 */
export function headingSections(body: string): { sections: HeadingSection[]; faults: Finding[] } {
  const lines = body.split(/\r?\n/);
  const blocks = markdownBlocks(lines.join('\n'));
  const headings = blocks.filter(isHeading);
  const first = blocks[0];
  const faults =
    first && !isHeading(first)
      ? [
          {
            path: '',
            line: first.start + 1,
            expected: 'a heading "## …" before the text',
            received: JSON.stringify(blockText(first).slice(0, 60)),
            remedy: 'Write the heading of this section above it.',
          },
        ]
      : [];
  const sections = headings.map((block, at) => ({
    heading: blockText(block),
    line: block.start + 1,
    ...partOf(lines, block.end, headings[at + 1]?.start ?? lines.length),
  }));
  return { sections, faults };
}
