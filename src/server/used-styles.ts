import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT, edited, elementsOf, partsOf, replacements } from './page-bytes.ts';
import { type Block, blocksOf, wordsIn } from './style-blocks.ts';

/**
 * Each page has the sheets of all components that it could show. From one that is complete (`Astro.locals.isComplete`)
 * the rules of components that are not in its HTML are left out.
 *
 * A component's classes begin with the same word, so a rule stays if each of its classes begins like a class of the
 * page: what a component shows later has its styles. The layers below the components stay whole, and so does what
 * their classes are used for.
 */

const PRUNED_LAYER = /^@layer (?:features|template)$/;
/** Of what every component may consist of. */
const SHARED_LAYER = /^@layer (?:base|layout|ui)$/;

const wrapped = (head: string, inside: string) => (inside === '' ? '' : `${head}{${inside}}`);

/** The text of blocks without rules that need a word which is not there. */
function usedText(blocks: readonly Block[], words: ReadonlySet<string>): string {
  return blocks
    .map((block) => {
      if (block.kind === 'text') return block.source;
      if (block.kind === 'group') return wrapped(block.head, usedText(block.blocks, words));
      const used = block.selectors.filter(({ needs }) => needs.every((word) => words.has(word)));
      return used.length === 0 ? '' : `${used.map(({ text }) => text).join(',')}${block.body}`;
    })
    .join('');
}

const isGroupOf = (block: Block, heads: RegExp) => block.kind === 'group' && heads.test(block.head);

const usedSheet = (css: string, words: ReadonlySet<string>): string =>
  blocksOf(css)
    .map((block) => (isGroupOf(block, PRUNED_LAYER) ? usedText([block], words) : block.source))
    .join('');

const STYLE = '<style';
const STYLE_END = '</style>';
const WHOLE_STYLE = /^(<style[^>]*>)([^<]*)(<\/style>)$/;
const CLASSES = / class="([^"]*)"/g;

/** First words of the classes that the page has, and of those of the layers below its components. */
function wordsOfPage(page: Buffer): Set<string> {
  const words = new Set<string>();
  for (const part of partsOf(page)) {
    for (const [, names = ''] of part.matchAll(CLASSES)) {
      for (const name of names.split(/\s+/)) words.add(name.split('-', 1)[0] ?? '');
    }
  }
  for (const { from, to } of elementsOf(page, STYLE, STYLE_END)) {
    const [, , css = ''] = WHOLE_STYLE.exec(page.toString(EXACT, from, to)) ?? [];
    for (const block of blocksOf(css)) {
      if (isGroupOf(block, SHARED_LAYER)) for (const word of wordsIn(block.source)) words.add(word);
    }
  }
  return words;
}

const hashOf = (css: string) => cspHash(Buffer.from(css, EXACT));

/**
 * @param page complete
 * @param policy its content security policy, which allows its styles by their hashes
 */
export function withUsedStyles(page: Buffer, policy: string): { page: Buffer; policy: string } {
  const words = wordsOfPage(page);
  let allowed = policy;
  const replaced = replacements(page, STYLE, STYLE_END, (element) => {
    const [, begin = '', css = '', end = ''] = WHOLE_STYLE.exec(element) ?? [];
    const used = usedSheet(css, words);
    if (used === css) return undefined;
    allowed = allowed.replace(hashOf(css), () => hashOf(used));
    return begin + used + end;
  });
  // The policy is known once all of them are.
  const lighter = edited(page, replaced);
  return { page: lighter, policy: allowed };
}
