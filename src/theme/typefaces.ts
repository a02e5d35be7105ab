import type { Theme, TypefaceName } from '#src/config/sections/theme.ts';
import { TYPEFACE_RANGES, TYPEFACES } from '#src/config/sections/typefaces.data.ts';
import figtree from './fonts/figtree.woff2?url&no-inline';
import figtreeExtended from './fonts/figtree-extended.woff2?url&no-inline';
import figtreeRare from './fonts/figtree-rare.woff2?url&no-inline';
import leagueGothic from './fonts/league-gothic.woff2?url&no-inline';
import leagueGothicExtended from './fonts/league-gothic-extended.woff2?url&no-inline';
import leagueGothicRare from './fonts/league-gothic-rare.woff2?url&no-inline';
import manrope from './fonts/manrope.woff2?url&no-inline';
import manropeExtended from './fonts/manrope-extended.woff2?url&no-inline';
import manropeRare from './fonts/manrope-rare.woff2?url&no-inline';
import marcellus from './fonts/marcellus.woff2?url&no-inline';
import marcellusExtended from './fonts/marcellus-extended.woff2?url&no-inline';
import marcellusRare from './fonts/marcellus-rare.woff2?url&no-inline';
import jakarta from './fonts/plus-jakarta-sans.woff2?url&no-inline';
import jakartaExtended from './fonts/plus-jakarta-sans-extended.woff2?url&no-inline';
import jakartaRare from './fonts/plus-jakarta-sans-rare.woff2?url&no-inline';

/** Files of a typeface: letters that few pages have, and those of every page. Of faces with the same letter the last counts. */
const PARTS = ['extended', 'rare', 'usual'] as const;

/** Addresses of the hosted files, hashed by the build. */
const FONT_FILES: Record<TypefaceName, Record<(typeof PARTS)[number], string>> = {
  'plus-jakarta-sans': { usual: jakarta, rare: jakartaRare, extended: jakartaExtended },
  figtree: { usual: figtree, rare: figtreeRare, extended: figtreeExtended },
  manrope: { usual: manrope, rare: manropeRare, extended: manropeExtended },
  'league-gothic': { usual: leagueGothic, rare: leagueGothicRare, extended: leagueGothicExtended },
  marcellus: { usual: marcellus, rare: marcellusRare, extended: marcellusExtended },
};

const SYSTEM = 'system-ui,sans-serif';
/** Cut to one measure, Roboto within a hundredth, so that one set of numbers fits each. */
const ARIALS = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'];
const DEJAVUS = ['DejaVu Sans'];

const namesOf = ({ fontDisplay, fontText }: Pick<Theme, 'fontDisplay' | 'fontText'>) => [
  ...new Set<TypefaceName>([fontText, fontDisplay]),
];

/** A value of `font-family`: the hosted face, what keeps its room until it is there, then what the device has. */
export const fontStack = (name: TypefaceName): string => {
  const { family } = TYPEFACES[name];
  return `"${family}","${family} Fallback","${family} Fallback 2",${SYSTEM}`;
};

type Stretched = Record<'sizeAdjust' | 'ascentOverride' | 'descentOverride' | 'lineGapOverride', number>;
type Fallbacks = { arial: Stretched; dejaVu: Stretched };

/** The heaviest that browsers still take for a face without bold: from 600 on they draw it bolder themselves. */
const BEFORE_BOLD = 599;

const fallback = (family: string, weight: number, faces: readonly string[], by: Stretched): string => {
  const local = faces.map((each) => `local("${each}")`).join(',');
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${local};size-adjust:${by.sizeAdjust}%;ascent-override:${by.ascentOverride}%;descent-override:${by.descentOverride}%;line-gap-override:${by.lineGapOverride}%}`;
};

function hosted(name: TypefaceName): string {
  const { family, weights } = TYPEFACES[name];
  const rule = (part: (typeof PARTS)[number]) =>
    `@font-face{font-family:"${family}";src:url(${FONT_FILES[name][part]}) format("woff2");font-weight:${weights};font-display:swap;unicode-range:${TYPEFACE_RANGES[part]}}`;
  return PARTS.map(rule).join('');
}

/** Bold text is wider, so its fallbacks are too. */
const roomKept = (name: TypefaceName): string => {
  const { family, usual, ...more } = TYPEFACES[name];
  const at = (weight: number, { arial, dejaVu }: Fallbacks) =>
    fallback(`${family} Fallback`, weight, ARIALS, arial) +
    fallback(`${family} Fallback 2`, weight, DEJAVUS, dejaVu);
  return at(400, usual) + ('bold' in more ? at(BEFORE_BOLD, more.bold) : '');
};

/** Rules of the typefaces a theme uses; their own, since a page may let them come later. */
export const hostedFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(hosted).join('');

/** Rules of what keeps the room of a theme's typefaces until they are there. */
export const fallbackFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(roomKept).join('');

/** Addresses to preload: all of them are used in the first screen; rare letters load on use. */
export const fontFiles = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string[] =>
  namesOf(theme).map((name) => FONT_FILES[name].usual);
