import { xmlText } from '#src/domain/xml.ts';

/** The best source of the picture that a shopper sees first, as its `<source>` has it. */
export type LeadPicture = { type: string; srcset: string; sizes: string };

/** Requests it with the first bytes of the page, before typefaces and styles. */
export const preloadOf = ({ type, srcset, sizes }: LeadPicture): string =>
  `<link rel="preload" as="image" type="${type}" imagesrcset="${xmlText(srcset)}" imagesizes="${xmlText(sizes)}" fetchpriority="high">`;
