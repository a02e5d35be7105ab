import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewAddress } from '#src/routing/preview-address.ts';
import { COMPRESSED_SUFFIXES } from '../compress-files.ts';
import { rebasedStyles } from './rewrite-page.ts';

/** Styles, and scripts that bring styles of their own. */
const WITH_STYLES = /\.(?:css|js)$/;

/** Puts the hashed files of a bundle into a preview; styles name its addresses. File hosts compress on their own. */
export async function addPreviewAssets(assets: string, target: string, base: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(assets)).filter(
    (name) => !COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix)),
  );
  for (const name of names) {
    const [from, to] = [join(assets, name), join(target, name)];
    const text = WITH_STYLES.test(name) ? await readFile(from, 'utf8') : '';
    const placed = rebasedStyles(text, (address) => previewAddress(address, base));
    if (placed !== text) await writeFile(to, placed);
    else await link(from, to).catch(() => copyFile(from, to));
  }
}
