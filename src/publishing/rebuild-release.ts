import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DealerRelease } from '#src/dealer-files/release-file.ts';
import { codeEntry, pagesFolder } from '#src/dealer-files/release-folders.ts';
import { dealerOfRelease } from '#src/dealer-files/snapshot.ts';
import { readLiveCode, serverSource, serverSourceOf } from './code-release.ts';
import { COMPRESSED_SUFFIXES } from './compress-files.ts';
import { storeRelease } from './dealer-release.ts';
import { failureText } from './failed-site.ts';
import { filesUnder } from './files-under.ts';
import { linkTree } from './link-files.ts';
import { loadPages } from './page-bundle.ts';
import { isWhole, readContents } from './release-contents.ts';
import { releaseId } from './release-inputs.ts';
import { renderSites } from './render-sites.ts';
import { codeInForce } from './running-servers.ts';

const withCopies = (name: string) => [name, ...COMPRESSED_SUFFIXES.map((suffix) => name + suffix)];

/** Its id once its pages are rendered with the code in force; its own if they are already. */
export const idInForce = (out: string, { slug, inputs }: DealerRelease): string =>
  releaseId(slug, { ...inputs, code: codeInForce(out, readLiveCode(out).code) });

/**
 * A release whose pages are of the code in force, which is the live code unless servers refuse it: the release itself,
 * or one with the same settings, pictures and public files whose pages are rendered again. It is stored, not live.
 * @throws Error with the remedy if that code cannot render it
 */
export async function withCodeInForce(out: string, release: DealerRelease): Promise<DealerRelease> {
  const code = codeInForce(out, readLiveCode(out).code);
  if (release.code === code) return release;
  const { slug } = release;
  const inputs = { ...release.inputs, code };
  const id = idInForce(out, release);
  const rebuilt = { ...release, id, code, inputs, createdAt: new Date().toISOString() };
  if (isWhole(out, slug, id)) return rebuilt;
  const other = `Release ${release.id} of "${slug}" was built with other code (${release.code}) than the one in force (${code})`;
  const contents = readContents(out, slug, release.id);
  if (!contents) throw new Error(`${other}, and its files are not complete.`);
  const dealer = dealerOfRelease(rebuilt);
  if (typeof dealer === 'string') throw new Error(`${other}, which cannot read its settings: ${dealer}.`);
  if ((await serverSourceOf(out, code)) !== serverSource()) {
    throw new Error(
      `${other}, so its pages have to be rendered again, but the source in this folder is not that of this code. Run this where the code was built, or build first: npm run build -- ${slug}`,
    );
  }
  const staging = join(out, '.staging');
  await rm(staging, { recursive: true, force: true });
  try {
    const { failed } = await renderSites([dealer], await loadPages(codeEntry(out, code)), staging);
    const [failure] = failed;
    if (failure) throw new Error(`${other}. ${failureText(failure)}`);
    const from = join(staging, slug);
    const rendered = filesUnder(from);
    const ofOldCode = new Set([...contents.rendered, ...rendered].flatMap(withCopies));
    linkTree(pagesFolder(out, slug, release.id), from, (name) => !ofOldCode.has(name));
    await storeRelease(out, { from, rendered }, rebuilt);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return rebuilt;
}
