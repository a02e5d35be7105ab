import type { FeedConfig } from '#src/config/sections/feed.ts';
import { FeedError } from './feed.ts';

const HEAD_CHARACTERS = 4000;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|title)\b/i;
const XML = /^<(?:\?xml\b|!--|[a-z][\w:.-]*[\s/>])/i;
const TITLE = /<title[^>]*>([^<]{1,100})/i;
const JSON_LIST = /^\[\s*(?:\{|\])/;
const JSON_OBJECT = /^\{\s*(?:"|\})/;
/** Two objects in two lines. */
const JSON_LINES = /^\{".*\}[^\S\n]*\n\s*\{"/;

const firstLine = (head: string) => JSON.stringify((/^.*/.exec(head)?.[0] ?? '').slice(0, 60));

/** What a text is by its beginning, if it is no feed of that format; and what to do about it. */
function otherFormat(format: FeedConfig['format'], text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  if (HTML.test(head)) {
    const title = TITLE.exec(head)?.[1]?.trim();
    return `an HTML page${title ? ` ("${title}")` : ''}, not a feed. Its address may have changed, or needs "stock.feed.authorization"; open it in a browser, or ask the supplier`;
  }
  if (XML.test(head)) return 'XML, which is not read. Ask the supplier for CSV or JSON';
  if (head === '') return undefined;
  const isJson = JSON_LIST.test(head) || JSON_OBJECT.test(head);
  if (format === 'csv' && isJson) {
    const found = JSON_LINES.test(head) ? 'ndjson' : 'json';
    return `JSON, and "stock.feed.format" says csv. Set it to "${found}"`;
  }
  if (format !== 'csv' && !/^[[{]/.test(head))
    return `no JSON, and "stock.feed.format" says ${format}: it begins with ${firstLine(head)}. Set it to "csv" if that is a header, else ask the supplier to send it again`;
  return undefined;
}

/** @throws FeedError that names what the text is, if not a feed of this format */
export function refuseOtherFormat(file: string, format: FeedConfig['format'], text: string): void {
  const other = otherFormat(format, text);
  if (other !== undefined) throw new FeedError(`${file}: ${other}.`);
}
