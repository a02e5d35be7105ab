/** Characters not allowed in XML 1.0, even as references: control characters, lone surrogates, U+FFFE, U+FFFF. */
const INVALID_XML_CHARS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers normalise a literal CR to a line feed.
  '\r': '&#13;',
};
/** Parsers normalise these to spaces in attributes. */
const BLANKS: Readonly<Record<string, string>> = { '\n': '&#10;', '\t': '&#9;' };

export const sanitiseXml = (text: string): string => text.replace(INVALID_XML_CHARS, '');

/** Escapes text content of XML or HTML. */
export const xmlText = (text: string): string =>
  sanitiseXml(text).replace(/[&<>"'\r]/g, (found) => REFERENCES[found] ?? '');
const escapedAttribute = (text: string) => xmlText(text).replace(/[\n\t]/g, (found) => BLANKS[found] ?? '');

/** An escaped fragment. */
export type Xml = { readonly xml: string };

type Attributes = Readonly<Record<string, string>>;

const wrapped = (name: string, attributes: Attributes, content: string): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`);
  return { xml: `<${name}${written.join('')}>${content}</${name}>` };
};

/** An element with text content. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): Xml =>
  wrapped(name, attributes, xmlText(text));

/** An element with text content; empty without text. */
export const maybeLeaf = (
  name: string,
  text: string | number | undefined,
  attributes: Attributes = {},
): Xml[] => (text === undefined || text === '' ? [] : [leaf(name, String(text), attributes)]);

/** An element with child elements. */
export const branch = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml =>
  wrapped(name, attributes, `${children.map(({ xml }) => `\n${xml}`).join('')}\n`);

/** An element with child elements; empty without any. */
export const maybeBranch = (name: string, children: readonly Xml[]): Xml[] =>
  children.length === 0 ? [] : [branch(name, children)];

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
