import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewAddress } from '#src/routing/preview-address.ts';
import { COMPRESSED_SUFFIXES } from '../compress-files.ts';
import { placedStyles } from './rewrite-page.ts';

/** Puts the hashed files of a bundle into a preview; styles name its addresses. File hosts compress on their own. */
export async function addPreviewAssets(assets: string, target: string, base: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(assets)).filter(
    (name) => !COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix)),
  );
  for (const name of names) {
    const [from, to] = [join(assets, name), join(target, name)];
    if (name.endsWith('.css')) {
      const css = await readFile(from, 'utf8');
      await writeFile(
        to,
        placedStyles(css, (address) => previewAddress(address, base)),
      );
    } else await link(from, to).catch(() => copyFile(from, to));
  }
}
