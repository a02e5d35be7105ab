import { readFile } from 'node:fs/promises';
import type { Theme, TypefaceName } from '#src/config/sections/theme.ts';

/** TrueType files of a document. */
export type Faces = { text: Buffer; bold: Buffer; display: Buffer };

/** These have one weight, used for bold too. */
const ONE_WEIGHT: ReadonlySet<TypefaceName> = new Set(['league-gothic', 'marcellus']);

const files = new Map<string, Promise<Buffer>>();

/** Read once: all of them are 180 KB. */
function fileOf(name: string): Promise<Buffer> {
  const known = files.get(name) ?? readFile(new URL(`./fonts/${name}.ttf`, import.meta.url));
  files.set(name, known);
  return known;
}

const boldOf = (name: TypefaceName) => fileOf(ONE_WEIGHT.has(name) ? name : `${name}-bold`);

/** The typefaces of a dealer's site for paper. */
export async function facesOf({
  fontText,
  fontDisplay,
}: Pick<Theme, 'fontText' | 'fontDisplay'>): Promise<Faces> {
  const [text, bold, display] = await Promise.all([fileOf(fontText), boldOf(fontText), boldOf(fontDisplay)]);
  return { text, bold, display };
}
