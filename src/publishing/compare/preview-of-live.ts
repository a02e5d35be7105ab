import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  assetsFolder,
  codeEntry,
  codeFolder,
  pagesFolder,
} from '#src/dealer-files/release/release-folders.ts';
import type { PublishedDealer } from '#src/dealer-files/release/snapshot.ts';
import { filesUnder, linkFile } from '#src/platform/storage/file-tree.ts';
import { COMPRESSED_SUFFIXES } from '#src/publishing/build/compress-files.ts';
import { type PageBundle, pageBundle } from '#src/publishing/page-bundle.ts';
import { makePreview } from '#src/publishing/preview/build-preview.ts';
import { serverSource, serverSourceOf } from '#src/publishing/release/code-release.ts';
import { readContents } from '#src/publishing/release/dealer-release.ts';

/** Code of a release, unless it needs other modules than this process has. */
async function ownCode(dist: string, code: string): Promise<PageBundle | undefined> {
  const isThere = existsSync(codeEntry(dist, code)) && existsSync(assetsFolder(dist, code));
  if (!isThere || (await serverSourceOf(dist, code)) !== serverSource()) return undefined;
  return { name: code, server: join(codeFolder(dist, code), 'server'), assets: assetsFolder(dist, code) };
}

/** Links the pictures and public files of a release, as they were when it was built. */
function linkOwnFiles(dist: string, { slug, id }: PublishedDealer, to: string): void {
  const pages = pagesFolder(dist, slug, id);
  const rendered = new Set(readContents(dist, slug, id)?.rendered);
  const isCopy = (name: string) => COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix));
  for (const name of filesUnder(pages)) {
    const isOwn = !rendered.has(name) && !isCopy(name) && !existsSync(join(to, name));
    if (isOwn) linkFile(join(pages, name), join(to, name));
  }
}

type PreviewOfLive = {
  folder: string;
  /** Rendered by the release's own code; otherwise by the current code, so that code changes do not show. */
  isOwnCode: boolean;
};

/**
 * Builds a preview of a dealer's live release with current stock, so that both sides of a comparison include pages
 * rendered on request and rewrite links and scripts in the same way.
 * @param of.preview preview settings of the other side, which appear in every page
 */
export async function previewOfLive(of: {
  dist: string;
  live: PublishedDealer;
  preview: DealerConfig['preview'];
  base: string;
  outDir: string;
}): Promise<PreviewOfLive> {
  const { dist, live, base, outDir } = of;
  const own = await ownCode(dist, live.code);
  const { release: _, pictureWidths = {}, ...settings } = live.dealer;
  await makePreview({
    dealer: { ...settings, preview: of.preview },
    bundle: own ?? (await pageBundle()),
    ...{ base, outDir },
    files: { pictureWidths, addTo: (folder) => linkOwnFiles(dist, live, folder) },
  });
  return { folder: outDir, isOwnCode: own !== undefined };
}
