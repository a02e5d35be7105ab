/** Characters XML 1.0 cannot hold, even as references: control characters, lone surrogates, U+FFFE, U+FFFF. */
const INVALID_XML_CHARS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would turn a bare one into a line feed.
  '\r': '&#13;',
};
/** In attributes a parser turns them into spaces. */
const BLANKS: Readonly<Record<string, string>> = { '\n': '&#10;', '\t': '&#9;' };

/** A text without the characters XML cannot hold. */
export const sanitiseXml = (text: string): string => text.replace(INVALID_XML_CHARS, '');

/** A text inside an element, of XML or HTML. */
export const xmlText = (text: string): string =>
  sanitiseXml(text).replace(/[&<>"'\r]/g, (found) => REFERENCES[found] ?? '');
const escapedAttribute = (text: string) => xmlText(text).replace(/[\n\t]/g, (found) => BLANKS[found] ?? '');

/** Part of a document, escaped already. */
export type Xml = { readonly xml: string };

type Attributes = Readonly<Record<string, string>>;

const wrapped = (name: string, attributes: Attributes, content: string): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`);
  return { xml: `<${name}${written.join('')}>${content}</${name}>` };
};

/** An element of text alone, whatever the text holds. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): Xml =>
  wrapped(name, attributes, xmlText(text));

/** The same, or nothing where there is no text. */
export const maybeLeaf = (name: string, text: string | undefined, attributes: Attributes = {}): Xml[] =>
  text === undefined || text === '' ? [] : [leaf(name, text, attributes)];

/** An element of elements. */
export const branch = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml =>
  wrapped(name, attributes, `${children.map(({ xml }) => `\n${xml}`).join('')}\n`);
