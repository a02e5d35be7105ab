import marcellus from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import leagueGothic from '@fontsource-variable/league-gothic/files/league-gothic-latin-wdth-normal.woff2?url';
import manrope from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url';
import jakarta from '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2?url';
import type { Theme, TypefaceName } from '#src/config/sections/theme.ts';
import { TYPEFACES } from '#src/config/sections/typefaces.data.ts';

/** Addresses of the hosted files, hashed by the build. */
const FILES: Record<TypefaceName, string> = {
  'plus-jakarta-sans': jakarta,
  figtree,
  manrope,
  'league-gothic': leagueGothic,
  marcellus,
};

const SYSTEM = 'system-ui,sans-serif';
/** Cut to one measure, Roboto within a hundredth, so that one set of numbers fits each. */
const ARIALS = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'];
const DEJAVUS = ['DejaVu Sans'];
/** As fontsource cuts its latin files. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

const namesOf = ({ fontDisplay, fontText }: Pick<Theme, 'fontDisplay' | 'fontText'>) => [
  ...new Set<TypefaceName>([fontText, fontDisplay]),
];

/** A value of `font-family`: the hosted face, what keeps its room until it is there, then what the device has. */
export const fontStack = (name: TypefaceName): string => {
  const { family } = TYPEFACES[name];
  return `"${family}","${family} Fallback","${family} Fallback 2",${SYSTEM}`;
};

type Stretched = (typeof TYPEFACES)[TypefaceName]['arial' | 'dejaVu'];

const fallback = (family: string, faces: readonly string[], by: Stretched): string => {
  const local = faces.map((each) => `local("${each}")`).join(',');
  return `@font-face{font-family:"${family}";src:${local};size-adjust:${by.sizeAdjust}%;ascent-override:${by.ascentOverride}%;descent-override:${by.descentOverride}%;line-gap-override:${by.lineGapOverride}%}`;
};

function face(name: TypefaceName): string {
  const { family, weights, arial, dejaVu } = TYPEFACES[name];
  return [
    `@font-face{font-family:"${family}";src:url(${FILES[name]}) format("woff2");font-weight:${weights};font-display:swap;unicode-range:${LATIN}}`,
    fallback(`${family} Fallback`, ARIALS, arial),
    fallback(`${family} Fallback 2`, DEJAVUS, dejaVu),
  ].join('');
}

/** Rules of the typefaces a theme uses. */
export const fontFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(face).join('');

/** Addresses to preload: all of them stand in the first screen. */
export const fontFiles = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string[] =>
  namesOf(theme).map((name) => FILES[name]);
