import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { FeedError } from './feed-content.ts';

export type FeedFormat = FeedConfig['format'];

const HEAD_CHARACTERS = 4000;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|title)\b/i;
const XML = /^<(?:\?xml\b|!--|!doctype\b|[a-z_][\w:.-]*[\s/>])/i;
const TITLE = /<title[^>]*>([^<]{1,100})/i;
const SIGN_IN = /<input[^>]+type=["']?password|\b(?:log|sign)[\s-]?in\b/i;
const JSON_LIST = /^\[\s*(?:\{|\]|\[)/;
const JSON_OBJECT = /^\{\s*(?:"|\})/;
/** Two objects in two lines. */
const JSON_LINES = /^\{".*\}[^\S\n]*\n\s*\{"/;

const firstLine = (head: string) => JSON.stringify((/^.*/.exec(head)?.[0] ?? '').slice(0, 60));

/** The format of a text, by its start; undefined for an HTML page and an empty text. */
export function formatOf(text: string): FeedFormat | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (head === '' || HTML.test(head)) return undefined;
  if (XML.test(head)) return 'xml';
  if (JSON_LIST.test(head)) return 'json';
  if (!JSON_OBJECT.test(head)) return 'csv';
  return JSON_LINES.test(head) ? 'ndjson' : 'json';
}

const NAMES: Readonly<Record<FeedFormat, string>> = {
  csv: 'a table',
  json: 'JSON',
  ndjson: 'JSON, an object a line',
  xml: 'XML',
};

/** What a text is instead of the stated format, with a remedy. */
function otherThan(stated: FeedFormat, text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (head === '') return undefined;
  if (HTML.test(head)) {
    const title = TITLE.exec(head)?.[1]?.trim();
    const what = SIGN_IN.test(head) ? 'a page to sign in' : 'an HTML page';
    return `${what}${title ? ` ("${title}")` : ''}, not a feed. Its address may have changed, or needs "stock.feed.authorization"; open it in a browser, or ask the supplier`;
  }
  const found = formatOf(text);
  if (found === undefined || found === stated) return undefined;
  // One object in the first line may be all that an incremental feed of either kind has.
  if (found === 'json' && stated === 'ndjson' && head.startsWith('{')) return undefined;
  if (found === 'ndjson' && stated === 'json')
    return `${NAMES.ndjson}, and "stock.feed.format" says json. Set it to "ndjson"`;
  if (found === 'csv')
    return `no ${stated.toUpperCase()}, and "stock.feed.format" says ${stated}: it begins with ${firstLine(head)}. Set it to "csv" if that is a header, else ask the supplier to send it again`;
  return `${found === 'xml' ? 'XML' : 'JSON'}, and "stock.feed.format" says ${stated}. Set it to "${found}"`;
}

/** @throws FeedError naming the detected format, if it is another one */
export function refuseOtherFormat(file: string, format: FeedFormat, text: string): void {
  const other = otherThan(format, text);
  if (other !== undefined) throw new FeedError(`${file}: ${other}.`);
}
