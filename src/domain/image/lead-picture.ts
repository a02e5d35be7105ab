/** The best source of the picture that a shopper sees first, as its `<source>` has it. */
export type LeadPicture = { type: string; srcset: string; sizes: string };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const escaped = (text: string) => text.replaceAll(/[&"<]/g, (character) => ESCAPES[character] ?? '');

/** Asks for it with the first bytes of the page, before typefaces and styles. */
export const preloadOf = ({ type, srcset, sizes }: LeadPicture): string =>
  `<link rel="preload" as="image" type="${type}" imagesrcset="${escaped(srcset)}" imagesizes="${escaped(sizes)}" fetchpriority="high">`;
