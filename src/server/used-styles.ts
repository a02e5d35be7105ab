import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT, edited, elementsOf, partsOf, replacements } from './page-bytes.ts';
import { type Block, sheetOf } from './style-blocks.ts';

/**
 * Each page has the sheets of all components that its route could show. Rules that need a class or a `data-` attribute
 * are left out where the page's HTML does not have it and no script of the page could add it. HTML that is put into a
 * page afterwards has the names of the page, or brings its styles.
 */

/**
 * The classes and attributes that a script may add to a page, by the script's address: see
 * `src/publishing/later-names.ts`.
 */
export type LaterNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Of a build, beside its compiled pages. */
const LATER_NAMES_FILE = 'later-names.json';

export const writeLaterNames = (folder: string, names: Readonly<Record<string, readonly string[]>>) =>
  writeFile(join(folder, LATER_NAMES_FILE), JSON.stringify(names));

/** @throws if the build has none */
export function readLaterNames(folder: string): LaterNames {
  const text = readFileSync(join(folder, LATER_NAMES_FILE), 'utf8');
  const ofScripts = Object.entries(JSON.parse(text) as Record<string, string[]>);
  return new Map(ofScripts.map(([address, names]) => [address, new Set(names)]));
}

const wrapped = (head: string, inside: string) => (inside === '' ? '' : `${head}{${inside}}`);

/** The text of blocks without rules that need what is not there. */
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
const WHOLE_STYLE = /^(<style[^>]*>)([\s\S]*)(<\/style>)$/;
const CLASSES_AND_DATA = / (?:class|(data-[\w-]+))(?:="([^"]*)")?/g;
export const SCRIPT = /\/_astro\/[\w.-]+\.js/g;
/** Scripts within the page have no attributes; data for scripts has a type. */
const INLINE_SCRIPT = '<script>';
const SCRIPT_END = '</script>';
const WORD = /[a-z][\w-]*/gi;

/** Classes and attributes of a text of the page. */
function* namesOf(text: string): Generator<string> {
  for (const [, attribute, value = ''] of text.matchAll(CLASSES_AND_DATA)) {
    if (attribute === undefined) yield* value.split(/\s+/);
    else yield* [attribute, `${attribute}=${value}`];
  }
}

/** `perRow` → `data-per-row` */
const dataAttribute = (property: string): string =>
  `data-${property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Whether an element of the page has what a selector needs, or may have it later. */
function thereIn(page: Buffer, laterNames: LaterNames): (need: string) => boolean {
  const now = new Set<string>();
  const later = new Set<string>();
  for (const part of partsOf(page)) {
    for (const name of namesOf(part)) now.add(name);
    for (const [address] of part.matchAll(SCRIPT))
      for (const name of laterNames.get(address) ?? []) later.add(name);
  }
  for (const { from, to } of elementsOf(page, INLINE_SCRIPT, SCRIPT_END)) {
    for (const [word] of page.toString(EXACT, from, to).matchAll(WORD))
      for (const name of [word, dataAttribute(word)]) later.add(name);
  }
  // A script that sets an attribute may give it any value.
  return (need) => now.has(need) || later.has(need.split('=', 1)[0] ?? '');
}

/**
 * @param page complete
 * @param policy its content security policy, which allows its styles by their hashes
 */
export function withUsedStyles(
  page: Buffer,
  policy: string,
  later: LaterNames,
): { page: Buffer; policy: string } {
  const isThere = thereIn(page, later);
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
