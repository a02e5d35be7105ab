import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import { cspHash } from '#src/platform/http/response-headers.ts';

/**
 * Markup and addresses are ASCII; other bytes are preserved. Pages are edited as bytes, because strings of their size
 * exceed what V8 allocates from its own heap: requesting memory for each replacement would take longer than the
 * replacement itself. Copying less also reduces garbage collection.
 */
const EXACT = 'latin1';

/** Encodes text so that each character is one byte, as in the page. */
export const exactText = (text: string): string => Buffer.from(text).toString(EXACT);

/** Byte offsets of the first byte and after the last. */
type Span = { from: number; to: number };

/** Replaces a span with text of which each character is one byte. */
type Edit = Span & { text: string };

/** @param edits overlapping ones are left out */
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

/** Half the size of the longest string in V8's own heap. */
const PART_BYTES = 65_536;
/** Never part of an address: the first separates elements, the second occurs in long attributes. */
const CUTS = ['<', '&'];

/** Yields a page in consecutive strings, each character one byte, without splitting an address. */
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
  /** Maps a site address to the preview. */
  mapAddress(address: string): string;
  /** Action of forms without JavaScript. */
  offPage: string;
  /** Inserted at the start of head and body. */
  head: string;
  body: string;
  /** The page's content security policy; null if there is none. */
  policy: string | null;
  /** Additional origin that scripts may call. */
  apiOrigin?: string | undefined;
};

const ADDRESSES: ReadonlySet<string> = new Set([
  ...['href', 'src', 'poster', 'formaction'],
  ...['component-url', 'renderer-url', 'before-hydration-url'],
]);
const ADDRESS_LISTS: ReadonlySet<string> = new Set(['srcset', 'imagesrcset']);

/** Path of a search in the props of its island, which compares it with the path of the page. */
const SCOPE_PATH = /(`scope`:\{`path`:`)([^`]+)/;
const ROOT_URL = /(url\(["']?)(\/(?!\/)[^"')]+)/g;

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const mapSrcset = (list: string, place: PageChanges['mapAddress']): string =>
  list.replace(/(^|,\s*)(\/[^\s,]+)/g, (_, before: string, address: string) => before + place(address));

export const rebasedStyles = (css: string, place: PageChanges['mapAddress']): string =>
  css.replace(ROOT_URL, (_, before: string, address: string) => before + place(address));

type Attributes = { [name: string]: string };

/** Matches entities and bytes of multibyte characters. */
const NEEDS_DECODING = /[&\x80-\xff]/;

/** Changes the decoded value of an attribute. @param value raw, with entities, each character one byte */
function changedText(value: string, change: (text: string) => string): string {
  const text = NEEDS_DECODING.test(value) ? decodeHTMLAttribute(Buffer.from(value, EXACT).toString()) : value;
  const changed = change(text);
  return changed === text ? value : exactText(asAttribute(changed));
}

function changedAttribute(
  tag: string,
  name: string,
  attributes: Attributes,
  { mapAddress, offPage }: PageChanges,
): string {
  const value = attributes[name] ?? '';
  // React writes `srcSet`.
  const plain = name.toLowerCase();
  if (ADDRESSES.has(plain)) return changedText(value, mapAddress);
  if (ADDRESS_LISTS.has(plain)) return changedText(value, (list) => mapSrcset(list, mapAddress));
  if (name === 'action')
    return attributes.method?.toLowerCase() === 'post' ? offPage : changedText(value, mapAddress);
  if (name === 'props' && tag === 'astro-island')
    return value.replace(SCOPE_PATH, (_, before: string, path: string) => before + mapAddress(path));
  return value;
}

/** Undefined if no attribute changes, as in most elements. */
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

/** @param attributes raw, with entities */
const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value.replaceAll('"', '&quot;')}"`))
    .join('');

const hashOf = (style: string) => cspHash(Buffer.from(style, EXACT));

/** Updates the policy for rewritten styles and the additional origin. */
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
 * Rewrites a site page for a preview. Everything except addresses is preserved byte for byte, because the policy lists
 * hashes of inline scripts.
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
          const after = rebasedStyles(before, changes.mapAddress);
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
  // Styles in the body have been read by now.
  if (policy.from >= 0) edits.push({ ...policy, text: exactText(policyOf(changes, styles)) });
  return edited(page, edits);
}
