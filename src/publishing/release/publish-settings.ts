import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { readPointer, writePointer } from '#src/dealer-files/release/current-release.ts';
import {
  type DealerRelease,
  pagesFolder,
  releaseFolder,
  writeReleaseFile,
} from '#src/dealer-files/release/release-folders.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import { linkTree } from '#src/platform/storage/file-tree.ts';
import { findLiveCode } from './code-release.ts';

type Settings = Pick<DealerRelease, 'slug' | 'settings' | 'pictureWidths'> & { publishedAt: string };

/** Publishes settings with the pages of the previous release, for benchmarks and tests. */
export function publishOnlySettings(
  dist: string,
  { slug, settings, pictureWidths, publishedAt }: Settings,
): void {
  const content = JSON.stringify([settings, pictureWidths]);
  const id = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const folder = releaseFolder(dist, slug, id);
  const before = readPointer(dist, slug);
  const earlier = before && 'release' in before ? before.release : undefined;
  if (earlier !== id) {
    rmSync(folder, { recursive: true, force: true });
    const pages = pagesFolder(dist, slug, id);
    mkdirSync(pages, { recursive: true });
    const from = earlier && pagesFolder(dist, slug, earlier);
    if (from && existsSync(from)) linkTree(from, pages);
  }
  const code = findLiveCode(dist)?.code ?? 'none';
  writeReleaseFile(folder, { slug, id, code, createdAt: publishedAt, settings, pictureWidths, inputs: {} });
  writePointer(dist, { slug, release: id, at: publishedAt, earlier: earlier ? [earlier] : [] });
}

/** Publishes the settings of all valid dealer files without building pages, for benchmarks and tests. */
export function publishSettings(dealersDir: string, dist: string): void {
  for (const { dealer, layers } of readDealerFiles(dealersDir).sound) {
    publishOnlySettings(dist, {
      slug: dealer.slug,
      publishedAt: new Date().toISOString(),
      settings: mergeLayers(layers),
    });
  }
}
