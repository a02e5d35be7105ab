import { readFile } from 'node:fs/promises';
import { create, type OpenedFace } from 'fontkit';
import type { Theme, TypefaceName } from '#src/config/sections/theme.ts';

/** Typefaces of a document. */
export type Faces = { text: OpenedFace; bold: OpenedFace; display: OpenedFace };

/** These have one weight, used for bold too. */
const ONE_WEIGHT: ReadonlySet<TypefaceName> = new Set(['league-gothic', 'marcellus']);

const opened = new Map<string, Promise<OpenedFace>>();

/** Read and opened once: what a face has decoded for one document serves the next. All files are 180 KB. */
function faceOf(name: string): Promise<OpenedFace> {
  const known = opened.get(name) ?? readFile(new URL(`./fonts/${name}.ttf`, import.meta.url)).then(create);
  opened.set(name, known);
  return known;
}

const boldOf = (name: TypefaceName) => faceOf(ONE_WEIGHT.has(name) ? name : `${name}-bold`);

/** The typefaces of a dealer's site for paper. */
export async function facesOf({
  fontText,
  fontDisplay,
}: Pick<Theme, 'fontText' | 'fontDisplay'>): Promise<Faces> {
  const [text, bold, display] = await Promise.all([faceOf(fontText), boldOf(fontText), boldOf(fontDisplay)]);
  return { text, bold, display };
}
