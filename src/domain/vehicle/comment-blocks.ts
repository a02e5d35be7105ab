/** Words of one look. */
export type Run = { text: string; isBold: boolean };
type Line = readonly Run[];

/** What a dealer writes about a vehicle, as blocks a page can set: never as HTML. */
export type CommentBlock =
  | { kind: 'paragraph'; lines: readonly Line[] }
  | { kind: 'list'; items: readonly Line[] };

/** Words between two pairs of asterisks that touch them; rows of asterisks are decoration. */
const BOLD = /\*\*(?=[^\s*])([^\n]*?[^\s*])\*\*(?!\*)/;
const BULLET = /^\s*(?:[•·▪–-]|\*(?!\*))\s+(?=\S)/;

/** Changes the words of a run, which by then has no marks. */
type Rewrite = (words: string) => string;
const asWritten: Rewrite = (words) => words;

function runsOf(line: string, rewrite: Rewrite): Line {
  const runs: Run[] = [];
  let rest = line;
  for (let found = BOLD.exec(rest); found; found = BOLD.exec(rest)) {
    const [whole, words = ''] = found;
    if (found.index > 0) runs.push({ text: rest.slice(0, found.index), isBold: false });
    runs.push({ text: words, isBold: true });
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') runs.push({ text: rest, isBold: false });
  return runs.map(({ text, isBold }) => ({ text: rewrite(text), isBold }));
}

/** VDP-08: paragraphs at empty lines, lists where lines begin with a bullet or a dash. */
export function commentBlocks(text: string, rewrite = asWritten): CommentBlock[] {
  const blocks: { kind: 'paragraph' | 'list'; lines: Line[] }[] = [];
  let isNew = true;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const kind = BULLET.test(line) ? 'list' : 'paragraph';
    const last = blocks.at(-1);
    const runs = runsOf(line.replace(BULLET, '').trim(), rewrite);
    if (last?.kind === kind && (!isNew || kind === 'list')) last.lines.push(runs);
    else blocks.push({ kind, lines: [runs] });
    isNew = false;
  }
  return blocks.map(({ kind, lines }) => (kind === 'list' ? { kind, items: lines } : { kind, lines }));
}

/** The same words without marks, for a preview or for paper. */
export const plainComments = (text: string, rewrite = asWritten): string =>
  text
    .split('\n')
    .map((line) =>
      runsOf(line, rewrite)
        .map((run) => run.text)
        .join(''),
    )
    .join('\n');
