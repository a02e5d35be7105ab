/** A typeface as its makers publish it. */
export type Source = {
  family: string;
  /** Module path of the published file. */
  file: string;
  /** What the hosted files keep of its axes. */
  axes: Record<string, number | { min: number; max: number }>;
  /** Weights its rules answer for; a face of one weight answers for all, so that no browser smears it bolder. */
  weights: string;
  /** As most of its text is set. */
  usualWeight: number;
  /** As most of its headings and buttons are set; undefined where it has one weight. */
  boldWeight?: number;
  /** Whether it sets headings only. */
  isDisplay?: boolean;
  /** Whether it sets capitals only. */
  isCapitals?: boolean;
};

const WEIGHTS = { axes: { wght: { min: 400, max: 800 } }, weights: '400 800', boldWeight: 700 };
const ONE_WEIGHT = { weights: '100 900', usualWeight: 400, isDisplay: true };

export const SOURCES: Record<string, Source> = {
  'plus-jakarta-sans': {
    family: 'Plus Jakarta Sans',
    file: '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2',
    ...WEIGHTS,
    usualWeight: 450,
  },
  figtree: {
    family: 'Figtree',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    ...WEIGHTS,
    usualWeight: 400,
  },
  manrope: {
    family: 'Manrope',
    file: '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2',
    ...WEIGHTS,
    usualWeight: 400,
  },
  'league-gothic': {
    family: 'League Gothic',
    file: '@fontsource-variable/league-gothic/files/league-gothic-latin-wdth-normal.woff2',
    axes: { wdth: 100 },
    ...ONE_WEIGHT,
    isCapitals: true,
  },
  marcellus: {
    family: 'Marcellus',
    file: '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2',
    axes: {},
    ...ONE_WEIGHT,
  },
};

/**
 * Typefaces of documents, whole files of one weight: a PDF takes neither a variable font nor its letters from several
 * files. A face without a file for bold has one weight only.
 */
export const PAPER_FACES: Record<string, string> = {
  'plus-jakarta-sans': '@expo-google-fonts/plus-jakarta-sans/400Regular/PlusJakartaSans_400Regular.ttf',
  'plus-jakarta-sans-bold': '@expo-google-fonts/plus-jakarta-sans/700Bold/PlusJakartaSans_700Bold.ttf',
  figtree: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  'figtree-bold': '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf',
  manrope: '@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf',
  'manrope-bold': '@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf',
  'league-gothic': '@expo-google-fonts/league-gothic/400Regular/LeagueGothic_400Regular.ttf',
  marcellus: '@expo-google-fonts/marcellus/400Regular/Marcellus_400Regular.ttf',
};
