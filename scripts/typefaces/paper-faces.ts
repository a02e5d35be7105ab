import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { FontFile } from './make-typefaces.ts';
import { PARTS, textOf } from './subset-typeface.ts';

/**
 * Typefaces of documents, whole files of one weight: a PDF takes neither a variable font nor its letters from several
 * files. A face without a file for bold has one weight only.
 */
const FACES: Record<string, string> = {
  'plus-jakarta-sans': '@expo-google-fonts/plus-jakarta-sans/400Regular/PlusJakartaSans_400Regular.ttf',
  'plus-jakarta-sans-bold': '@expo-google-fonts/plus-jakarta-sans/700Bold/PlusJakartaSans_700Bold.ttf',
  figtree: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  'figtree-bold': '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf',
  manrope: '@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf',
  'manrope-bold': '@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf',
  'league-gothic': '@expo-google-fonts/league-gothic/400Regular/LeagueGothic_400Regular.ttf',
  marcellus: '@expo-google-fonts/marcellus/400Regular/Marcellus_400Regular.ttf',
};

/** Kerning and marks: ligatures would be copied out of a document as signs of their own by some readers. */
const PAPER_FEATURES = ['kern', 'ccmp', 'mark'];

/**
 * fontkit reads the ten bytes of a glyph's header for an empty glyph too, such as a space, and throws where that is the
 * last thing in the file. Bytes behind the last table say nothing.
 */
const BEHIND_LAST_GLYPH = Buffer.alloc(10);

const { resolve } = createRequire(import.meta.url);

/** TrueType files with the letters that sites use. */
export function makePaperFaces(): Promise<FontFile[]> {
  const letters = Object.values(PARTS).map(textOf).join('');
  return Promise.all(
    Object.entries(FACES).map(async ([name, file]) => {
      const cut = await subsetFont(readFileSync(resolve(file)), letters, {
        targetFormat: 'sfnt',
        keepFeatures: PAPER_FEATURES,
        noHinting: true,
      });
      return { name: `${name}.ttf`, bytes: Buffer.concat([cut, BEHIND_LAST_GLYPH]) };
    }),
  );
}
