import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import { cspHash } from '#src/platform/http/response-headers.ts';

/**
 * Reading and changing a page while it is bytes. As text, a page is larger than what V8 allocates from memory it has:
 * each replacement asks the system for new memory, which takes longer than the replacement itself. Copies of bytes make
 * the garbage collector run more often.
 */

/** Markup and addresses are ASCII. What else an element holds survives as it is, byte for byte. */
const EXACT = 'latin1';

/** Text among that of a page, of which each character is one byte. */
export const exactText = (text: string): string => Buffer.from(text).toString(EXACT);

/** Offsets in bytes of the first one, and of the one behind the last. */
export type Span = { from: number; to: number };

/** What takes the place of a part of the page, of which each character is one byte. */
type Edit = Span & { text: string };

/** @param edits of which one that begins inside another is left out */
export function edited(page: Buffer, edits: Iterable<Edit>): Buffer {
  const made: Edit[] = [];
  let done = 0;
  let length = page.length;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < done) continue;
    made.push(edit);
    done = edit.to;
    length += edit.text.length - (edit.to - edit.from);
  }
  if (made.length === 0) return page;
  const whole = Buffer.allocUnsafe(length);
  let [at, copied] = [0, 0];
  for (const { from, to, text } of made) {
    at += page.copy(whole, at, copied, from);
    at += whole.write(text, at, EXACT);
    copied = to;
  }
  page.copy(whole, at, copied);
  return whole;
}

/** Half of the longest text that V8 has memory for. */
const PART_BYTES = 65_536;
/** No path has one of these: the first is between elements, the second in long attributes. */
const CUTS = ['<', '&'];

/**
 * A page as texts that follow one another, each character one byte.
 * @returns no path of the page begins in one and ends in the next
 */
export function* partsOf(page: Buffer): Generator<string> {
  for (let rest = page; rest.length > 0; ) {
    const most = rest.subarray(0, PART_BYTES);
    const cut = CUTS.map((mark) => most.lastIndexOf(mark)).find((at) => at > 0);
    const length = most.length < rest.length ? (cut ?? most.length) : rest.length;
    yield rest.toString(EXACT, 0, length);
    rest = rest.subarray(length);
  }
}

export type PageChanges = {
  /** The place in the preview of an address as the site writes it. */
  place(address: string): string;
  /** Where a form is sent without scripts. */
  offPage: string;
  /** Put first into the head, and first into the body. */
  head: string;
  body: string;
  /** The page’s content security policy; null where it has none. */
  policy: string | null;
  /** Origin that scripts may call besides the preview’s own. */
  apiOrigin?: string | undefined;
};

const ADDRESSES: ReadonlySet<string> = new Set([
  ...['href', 'src', 'poster', 'formaction'],
  ...['component-url', 'renderer-url', 'before-hydration-url'],
]);
const ADDRESS_LISTS: ReadonlySet<string> = new Set(['srcset', 'imagesrcset']);

/** The path of a search, among the props of its island: it compares it with the path of the page. */
const SCOPE_PATH = /(`scope`:\{`path`:`)([^`]+)/;
const ROOT_URL = /(url\(["']?)(\/(?!\/)[^"')]+)/g;

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** `srcset`: addresses with a width behind each. */
const placedList = (list: string, place: PageChanges['place']): string =>
  list.replace(/(^|,\s*)(\/[^\s,]+)/g, (_, before: string, address: string) => before + place(address));

/** Styles with the addresses of a preview. */
export const rebasedStyles = (css: string, place: PageChanges['place']): string =>
  css.replace(ROOT_URL, (_, before: string, address: string) => before + place(address));

type Attributes = { [name: string]: string };

/** What an attribute may have that it does not mean as it is: an entity, or a byte of a longer character. */
const NEEDS_DECODING = /[&\x80-\xff]/;

/** Changes what an attribute means. @param value as the page writes it, with its entities, each character one byte */
function changedText(value: string, change: (text: string) => string): string {
  const text = NEEDS_DECODING.test(value) ? decodeHTMLAttribute(Buffer.from(value, EXACT).toString()) : value;
  const changed = change(text);
  return changed === text ? value : exactText(asAttribute(changed));
}

function changedAttribute(
  tag: string,
  name: string,
  attributes: Attributes,
  { place, offPage }: PageChanges,
): string {
  const value = attributes[name] ?? '';
  // React writes `srcSet`.
  const plain = name.toLowerCase();
  if (ADDRESSES.has(plain)) return changedText(value, place);
  if (ADDRESS_LISTS.has(plain)) return changedText(value, (list) => placedList(list, place));
  if (name === 'action')
    return attributes.method?.toLowerCase() === 'post' ? offPage : changedText(value, place);
  if (name === 'props' && tag === 'astro-island')
    return value.replace(SCOPE_PATH, (_, before: string, path: string) => before + place(path));
  return value;
}

/** The attributes that differ in a preview; undefined for most elements. */
function changedAttributes(
  tag: string,
  attributes: Attributes,
  changes: PageChanges,
): Attributes | undefined {
  let changed: Attributes | undefined;
  for (const name of Object.keys(attributes)) {
    const value = changedAttribute(tag, name, attributes, changes);
    if (value === attributes[name]) continue;
    changed ??= {};
    changed[name] = value;
  }
  return changed;
}

/** @param attributes as the page writes them, with their entities */
const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value.replaceAll('"', '&quot;')}"`))
    .join('');

const hashOf = (style: string) => cspHash(Buffer.from(style, EXACT));

/** A policy for the page as it is now: its styles have changed, and its scripts may call one more origin. */
function policyOf(
  { policy, apiOrigin }: PageChanges,
  styles: readonly (readonly [string, string])[],
): string {
  let text = policy ?? '';
  for (const [before, after] of styles) text = text.replaceAll(hashOf(before), hashOf(after));
  if (apiOrigin !== undefined) text = text.replace("connect-src 'self'", `connect-src 'self' ${apiOrigin}`);
  return text === '' ? '' : `<meta http-equiv="content-security-policy" content="${asAttribute(text)}">`;
}

const SLASH = '/'.charCodeAt(0);

/**
 * A page of the site as a page of a preview. What names no address stays as it is, byte for byte: the policy names
 * inline scripts by their hashes.
 */
export function rewritePage(page: Buffer, changes: PageChanges): Buffer {
  const [head, body] = [exactText(changes.head), exactText(changes.body)];
  const edits: Edit[] = [];
  const styles: (readonly [string, string])[] = [];
  let styleFrom = -1;
  const policy: Edit = { from: -1, to: -1, text: '' };
  const replace = (from: number, to: number, text: string) => {
    edits.push({ from, to, text });
  };
  const parser = new Parser(
    {
      onopentag(name, attributes, isImplied) {
        if (isImplied) return;
        const [from, to] = [parser.startIndex, parser.endIndex + 1];
        if (name === 'style') styleFrom = to;
        if (name === 'head') return replace(to, to, head);
        if (name === 'body') return replace(to, to, body);
        if (name === 'meta' && attributes.name === 'robots') return replace(from, to, '');
        const changed = changedAttributes(name, attributes, changes);
        if (!changed) return;
        const end = page[to - 2] === SLASH ? '/>' : '>';
        replace(from, to, `<${name}${written({ ...attributes, ...changed })}${end}`);
      },
      onclosetag(name, isImplied) {
        if (isImplied) return;
        if (name === 'style' && styleFrom >= 0) {
          const before = page.toString(EXACT, styleFrom, parser.startIndex);
          const after = rebasedStyles(before, changes.place);
          if (after !== before) {
            replace(styleFrom, parser.startIndex, after);
            styles.push([before, after]);
          }
          styleFrom = -1;
        }
        if (name !== 'head') return;
        policy.from = parser.startIndex;
        policy.to = parser.startIndex;
      },
    },
    { lowerCaseAttributeNames: false, decodeEntities: false },
  );
  for (const part of partsOf(page)) parser.write(part);
  parser.end();
  // Styles of the body are known by now too.
  if (policy.from >= 0) edits.push({ ...policy, text: exactText(policyOf(changes, styles)) });
  return edited(page, edits);
}
