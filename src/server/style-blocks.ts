/** A minified sheet as its blocks; joined, their sources are the sheet again. */
export type Block = { source: string } & (
  | { kind: 'text' }
  | { kind: 'group'; head: string; blocks: Block[] }
  /** `needs` are the classes without which a selector matches nothing. */
  | { kind: 'rule'; selectors: { text: string; needs: string[] }[]; body: string }
);

const GROUP = /^@(?:media|supports|container|layer) /;
const MARKS = /["'{};]/g;

const CLASS = /\.([a-z][\w-]*)/gi;
const classesIn = (selector: string): string[] =>
  Array.from(selector.matchAll(CLASS), ([, name = '']) => name);

/** A comma inside parentheses separates no selectors. */
const SELECTORS = /(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;
/** One of its classes may be enough, or has to be absent; the value of an attribute is no class. */
const NOT_NEEDED = /\[[^\]]*\]|:(?:not|is|where|has|host)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

function blockOf(source: string, open: number): Block {
  const head = source.slice(0, open).trim();
  if (GROUP.test(head)) return { kind: 'group', source, head, blocks: split(source.slice(open + 1, -1)) };
  if (head.startsWith('@')) return { kind: 'text', source };
  const selectors = (head.match(SELECTORS) ?? [head]).map((text) => ({
    text,
    needs: classesIn(text.replaceAll(NOT_NEEDED, '')),
  }));
  return { kind: 'rule', source, selectors, body: source.slice(open) };
}

function split(css: string): Block[] {
  const blocks: Block[] = [];
  let [depth, start, open] = [0, 0, 0];
  const marks = new RegExp(MARKS);
  for (let mark = marks.exec(css); mark; mark = marks.exec(css)) {
    const [sign] = mark;
    const end = mark.index + 1;
    if (sign === '{') {
      if (depth === 0) open = mark.index;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      blocks.push(blockOf(css.slice(start, end), open - start));
      start = end;
    } else if (sign === ';') {
      if (depth > 0) continue;
      blocks.push({ kind: 'text', source: css.slice(start, end) });
      start = end;
    } else {
      const closing = css.indexOf(sign, end);
      marks.lastIndex = closing < 0 ? css.length : closing + 1;
    }
  }
  const rest = css.slice(start);
  if (rest !== '') blocks.push({ kind: 'text', source: rest });
  return blocks;
}

/** Dealers and kinds of pages have sheets of their own; each is read once while it is in use. */
const MOST_SHEETS = 200;
const sheets = new Map<string, readonly Block[]>();

export function blocksOf(css: string): readonly Block[] {
  const known = sheets.get(css);
  if (known) return known;
  const blocks = split(css);
  if (sheets.size >= MOST_SHEETS) sheets.clear();
  sheets.set(css, blocks);
  return blocks;
}
