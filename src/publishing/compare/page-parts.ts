import { Parser } from 'htmlparser2';

/** What a page consists of, without what differs between two builds of the same page. */
export type PageParts = {
  /** Texts a visitor reads, in their order. */
  texts: readonly string[];
  /** Elements and attributes: links, pictures, forms, settings of islands, what search engines read. */
  markup: string;
  styles: string;
  /** Scripts and structured data inside the page. */
  scripts: string;
};

/** `_astro/B3x9_-Qa.js`, `_astro/manrope.B3x9_-Qa.woff2`: the hash changes with any code that the file imports. */
const HASHED_NAME = /(_astro\/(?:[\w.@-]+?\.)?)[\w-]{8}(\.\w+)/g;
/** Hashes of inline scripts and styles in the content security policy. */
const POLICY_HASH = /'sha(?:256|384|512)-[^']+'\s*/g;

/** When a search was rendered, among the settings of its island, and the hash of these. */
const RENDERED_AT = /(`nowMs`:)\d+/g;
const ISLAND = 'astro-island';

/** Files of the site's own that a page shows or links to. */
const FILE_ADDRESS = /(?<![\w.~@%/-])\/[\w.~@%/-]+\.\w+/g;

/** Says of a preview that it is one, and when it was made. */
const BANNER = /\bpreview-banner\b/;

const withoutHashes = (text: string): string => text.replace(HASHED_NAME, '$1$2').replace(POLICY_HASH, '');

const withoutSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A path without a slash at its end; empty for a site at the root of its host. */
const withoutBase = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(`${base}/`, '/').replaceAll(`"${base}"`, '"/"');

/** @param base path under which the page is served, such as `/previews/metro`; `/` for none */
export function pageParts(html: string, base = '/'): PageParts {
  const texts: string[] = [];
  const markup: string[] = [];
  const inside = { style: [] as string[], script: [] as string[] };
  let within: keyof typeof inside | undefined;
  // The banner has no other element of its name inside.
  let isInBanner = false;
  // The parser cuts a text at each entity.
  let text = '';
  const endText = () => {
    const whole = withoutSpace(text);
    if (whole !== '') texts.push(whole);
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      endText();
      if (name === 'aside' && BANNER.test(attributes.class ?? '')) isInBanner = true;
      if (isInBanner) return;
      const written = Object.entries(attributes)
        .filter(([key]) => key !== 'nonce' && key !== 'integrity' && !(name === ISLAND && key === 'uid'))
        .map(([key, value]) => `${key}="${withoutSpace(withoutHashes(value)).replace(RENDERED_AT, '$1')}"`)
        .sort();
      markup.push(`<${[name, ...written].join(' ')}>`);
      if (name === 'style' || name === 'script') within = name;
    },
    ontext(part) {
      if (isInBanner) return;
      if (within) inside[within].push(withoutHashes(part));
      else text += part;
    },
    onclosetag(name) {
      endText();
      if (name === within) within = undefined;
      if (name === 'aside') isInBanner = false;
    },
  });
  parser.end(withoutBase(html, base.replace(/\/+$/, '')));
  return {
    texts,
    markup: markup.join('\n'),
    styles: withoutSpace(inside.style.join('\n')),
    scripts: withoutSpace(inside.script.join('\n')),
  };
}

/** Names of the site's own files that a page shows or links to, such as `_pictures/shop-480.webp`. */
export const filesOfPage = (html: string, base = '/'): Set<string> =>
  new Set(
    (withoutBase(html, base.replace(/\/+$/, '')).match(FILE_ADDRESS) ?? []).map((path) => path.slice(1)),
  );
