import type { DealerConfig } from '../dealer-config.ts';
import type { Finding } from '../problem.ts';
import { TYPEFACES } from '../sections/typefaces.data.ts';

/** Bytes of typefaces a page may load. */
export const MOST_TYPEFACE_BYTES = 40_000;

/** CFG-15: two typefaces that together would slow every page. */
export function checkTypefaces({ theme }: Pick<DealerConfig, 'theme'>): Finding[] {
  const { fontDisplay, fontText } = theme;
  const faces = [...new Set([fontDisplay, fontText])];
  const bytes = faces.reduce((sum, name) => sum + TYPEFACES[name].bytes, 0);
  if (bytes <= MOST_TYPEFACE_BYTES) return [];
  return [
    {
      path: 'theme.fontDisplay',
      expected: `typefaces of at most ${MOST_TYPEFACE_BYTES / 1000} KB together`,
      received: `"${fontDisplay}" and "${fontText}", ${Math.ceil(bytes / 1000)} KB`,
      remedy: 'Set headings and text in one typeface, or choose a lighter pair.',
    },
  ];
}
