/** What a command's numbers are: ends and control points alternate x and y; radii, angle and flags stay as they are. */
const SHAPES: Readonly<Record<string, string>> = {
  M: 'xy',
  L: 'xy',
  H: 'x',
  V: 'y',
  C: 'xyxyxy',
  S: 'xyxy',
  Q: 'xyxy',
  T: 'xy',
  A: 'rrafgxy',
  Z: '',
};

type Command = { letter: string; values: readonly number[] };

/** The numbers of a command's text; the flags of an arc may stand without anything between. */
function numbersOf(text: string, shape: string): number[] {
  const number = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
  const flag = /[\s,]*([01])/y;
  const found: number[] = [];
  for (let at = 0; ; ) {
    const pattern = /[fg]/.test(shape[found.length % shape.length] ?? '') ? flag : number;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return found;
    found.push(Number(match[1]));
    at = pattern.lastIndex;
  }
}

function commandsOf(path: string): Command[] {
  return [...path.matchAll(/([a-df-z])([^a-df-z]*)/gi)].flatMap(([, letter = '', rest = '']) => {
    const shape = SHAPES[letter.toUpperCase()] ?? '';
    if (shape === '') return [{ letter, values: [] }];
    const numbers = numbersOf(rest, shape);
    // Points after that of a move are lines.
    const next = letter === 'm' ? 'l' : letter === 'M' ? 'L' : letter;
    return Array.from({ length: Math.floor(numbers.length / shape.length) }, (_, at) => ({
      letter: at > 0 ? next : letter,
      values: numbers.slice(at * shape.length, (at + 1) * shape.length),
    }));
  });
}

/** "-0.50" is "-.5"; a number after another takes a space where nothing else parts them. */
const written = (values: readonly number[]): string =>
  values
    .map(String)
    .map((text) => text.replace(/^(-?)0\./, '$1.'))
    .reduce((line, text) => line + (line === '' || text.startsWith('-') ? '' : ' ') + text, '');

/**
 * The same drawing in relative commands of rounded numbers. Each point is rounded where it stands,
 * so that errors do not add up along the outline.
 * @param decimals of the numbers written
 */
export function compactPath(path: string, decimals: number): string {
  const rounded = (value: number) => Number(value.toFixed(decimals)) + 0;
  /** Where the pen is: in the drawing given and in the one written. */
  const pen = { x: 0, y: 0 };
  const drawn = { x: 0, y: 0 };
  const start = { x: 0, y: 0 };
  let line = '';
  for (const { letter, values } of commandsOf(path)) {
    const kind = letter.toUpperCase();
    if (kind === 'Z') {
      line += 'z';
      Object.assign(pen, start);
      drawn.x = rounded(start.x);
      drawn.y = rounded(start.y);
      continue;
    }
    const relative = letter !== kind;
    const end = { ...pen };
    const moved = [...(SHAPES[kind] ?? '')].map((role, at) => {
      const value = values[at] ?? 0;
      if (role !== 'x' && role !== 'y') return role === 'f' || role === 'g' ? value : rounded(value);
      end[role] = value + (relative ? pen[role] : 0);
      return rounded(rounded(end[role]) - drawn[role]);
    });
    line += kind.toLowerCase() + written(moved);
    Object.assign(pen, end);
    drawn.x = rounded(end.x);
    drawn.y = rounded(end.y);
    if (kind === 'M') Object.assign(start, end);
  }
  return line;
}
