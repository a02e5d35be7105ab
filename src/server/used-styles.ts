import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT, edited, elementsOf, partsOf, replacements } from './page-bytes.ts';
import { type Block, sheetOf } from './style-blocks.ts';

/**
 * Each page has the sheets of all components that its route could show. Rules that need a class are left out where the
 * page's HTML does not have it and no script of the page could add it. HTML that is put into a page afterwards has the
 * classes of the page, or brings its styles.
 */

/** The classes that a script may add to a page, by the script's address: see `src/publishing/later-classes.ts`. */
export type LaterClasses = ReadonlyMap<string, ReadonlySet<string>>;

/** Of a build, beside its compiled pages. */
const LATER_CLASSES_FILE = 'later-classes.json';

export const writeLaterClasses = (folder: string, classes: Readonly<Record<string, readonly string[]>>) =>
  writeFile(join(folder, LATER_CLASSES_FILE), JSON.stringify(classes));

/** @throws if the build has none */
export function readLaterClasses(folder: string): LaterClasses {
  const text = readFileSync(join(folder, LATER_CLASSES_FILE), 'utf8');
  const ofScripts = Object.entries(JSON.parse(text) as Record<string, string[]>);
  return new Map(ofScripts.map(([address, classes]) => [address, new Set(classes)]));
}

const wrapped = (head: string, inside: string) => (inside === '' ? '' : `${head}{${inside}}`);

/** The text of blocks without rules that need a class which is not there. */
function usedText(blocks: readonly Block[], isThere: (name: string) => boolean): string {
  return blocks
    .map((block) => {
      if (block.kind === 'text') return block.source;
      if (block.kind === 'group') return wrapped(block.head, usedText(block.blocks, isThere));
      const used = block.selectors.filter(({ needs }) => needs.every(isThere));
      return used.length === 0 ? '' : `${used.map(({ text }) => text).join(',')}${block.body}`;
    })
    .join('');
}

const STYLE = '<style';
const STYLE_END = '</style>';
const WHOLE_STYLE = /^(<style[^>]*>)([^<]*)(<\/style>)$/;
const CLASSES = / class="([^"]*)"/g;
export const SCRIPT = /\/_astro\/[\w.-]+\.js/g;
/** Scripts within the page have no attributes; data for scripts has a type. */
const INLINE_SCRIPT = '<script>';
const SCRIPT_END = '</script>';
const WORD = /[a-z][\w-]*/gi;

/** Whether an element of the page has a class, or may have it later. */
function classesOf(page: Buffer, later: LaterClasses): (name: string) => boolean {
  const names = new Set<string>();
  const added = new Set<ReadonlySet<string>>();
  for (const part of partsOf(page)) {
    for (const [, value = ''] of part.matchAll(CLASSES))
      for (const name of value.split(/\s+/)) names.add(name);
    for (const [address] of part.matchAll(SCRIPT)) {
      const classes = later.get(address);
      if (classes) added.add(classes);
    }
  }
  for (const { from, to } of elementsOf(page, INLINE_SCRIPT, SCRIPT_END)) {
    for (const [word] of page.toString(EXACT, from, to).matchAll(WORD)) names.add(word);
  }
  for (const classes of added) for (const name of classes) names.add(name);
  return (name) => names.has(name);
}

/**
 * @param page complete
 * @param policy its content security policy, which allows its styles by their hashes
 */
export function withUsedStyles(
  page: Buffer,
  policy: string,
  later: LaterClasses,
): { page: Buffer; policy: string } {
  const isThere = classesOf(page, later);
  let allowed = policy;
  const replaced = replacements(page, STYLE, STYLE_END, (element) => {
    const [, begin = '', css = '', end = ''] = WHOLE_STYLE.exec(element) ?? [];
    const { blocks, hash } = sheetOf(css);
    const used = usedText(blocks, isThere);
    if (used === css) return undefined;
    allowed = allowed.replace(hash, () => cspHash(Buffer.from(used, EXACT)));
    return begin + used + end;
  });
  // The policy is known once all of them are.
  const lighter = edited(page, replaced);
  return { page: lighter, policy: allowed };
}
