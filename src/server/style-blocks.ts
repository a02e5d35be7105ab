import type { Atrule, AttributeSelector, CssNode, Rule, StyleSheet } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { LRUCache } from 'lru-cache';
import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT } from './page-bytes.ts';

/** A minified sheet as its blocks, in order. */
export type Block =
  | { kind: 'text'; source: string }
  | { kind: 'group'; head: string; blocks: Block[] }
  /**
   * `needs` are what an element of the page must have for a selector to match: the name of a class, of a `data-`
   * attribute, or such an attribute with its value (`data-per-row=4`).
   */
  | { kind: 'rule'; selectors: { text: string; needs: string[] }[]; body: string };

/** At-rules with rules inside. */
const GROUPS = ['container', 'layer', 'media', 'supports'];
/** Of the names inside, one may be enough, or has to be absent. */
const CHOICES = ['has', 'host', 'is', 'not', 'nth-child', 'nth-last-child', 'where'];

/** Values as HTML writes them too. */
const PLAIN_VALUE = /^[\w-]*$/;

function attributeNeeded({ name, matcher, value }: AttributeSelector): string[] {
  if (!name.name.startsWith('data-')) return [];
  const text = value?.type === 'String' ? value.value : value?.name;
  const isWhole = matcher === '=' && text !== undefined && PLAIN_VALUE.test(text);
  return [isWhole ? `${name.name}=${text}` : name.name];
}

/** The classes and attributes that an element must have, or one around or before it. */
function namesNeeded(selector: CssNode): string[] {
  const names: string[] = [];
  walk(selector, (node) => {
    if (node.type === 'PseudoElementSelector') return walk.skip;
    if (node.type === 'PseudoClassSelector' && CHOICES.includes(node.name)) return walk.skip;
    if (node.type === 'ClassSelector') names.push(node.name);
    if (node.type === 'AttributeSelector') names.push(...attributeNeeded(node));
    return undefined;
  });
  return names;
}

const startOf = ({ loc }: CssNode): number => loc?.start.offset ?? 0;
const endOf = ({ loc }: CssNode): number => loc?.end.offset ?? 0;

function ruleOf({ prelude, block }: Rule, css: string): Block {
  const body = css.slice(startOf(block), endOf(block));
  const selectors = prelude.type === 'SelectorList' ? prelude.children.toArray() : [prelude];
  return {
    kind: 'rule',
    selectors: selectors.map((selector) => ({
      text: css.slice(startOf(selector), endOf(selector)),
      needs: selector.type === 'Selector' ? namesNeeded(selector) : [],
    })),
    body,
  };
}

function blocksIn(parent: StyleSheet | NonNullable<Atrule['block']>, css: string): Block[] {
  return parent.children.toArray().map((node) => {
    if (node.type === 'Rule') return ruleOf(node, css);
    const source = css.slice(startOf(node), endOf(node));
    if (node.type !== 'Atrule' || !node.block || !GROUPS.includes(node.name)) return { kind: 'text', source };
    return {
      kind: 'group',
      head: css.slice(startOf(node), startOf(node.block)).trim(),
      blocks: blocksIn(node.block, css),
    };
  });
}

/** What it cannot read stays as text. */
function read(css: string): Block[] {
  const tree = parse(css, { positions: true, parseAtrulePrelude: false, parseValue: false });
  return tree.type === 'StyleSheet' ? blocksIn(tree, css) : [{ kind: 'text', source: css }];
}

/** A sheet that is read once while it is in use. */
export type Sheet = {
  blocks: readonly Block[];
  /** As a content security policy names it. */
  hash: string;
};

/** In characters; a page has about 60,000, most of them its route's, the others its dealer's. */
const SHEETS_KEPT = 8_000_000;
const sheets = new LRUCache<string, Sheet>({
  maxSize: SHEETS_KEPT,
  // An empty one too has a size.
  sizeCalculation: (_, css) => css.length + 1,
});

/** @param css each character one byte, as `page-bytes.ts` reads pages */
export function sheetOf(css: string): Sheet {
  const known = sheets.get(css) ?? { blocks: read(css), hash: cspHash(Buffer.from(css, EXACT)) };
  sheets.set(css, known);
  return known;
}
