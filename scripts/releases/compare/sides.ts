import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { moveSpecialDays } from '#src/dealer-files/derive-settings.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { moveSettings } from '#src/dealer-files/moved-settings.ts';
import { fileAtRevision } from '#src/dealer-files/previous-settings.ts';
import { assetsFolder, pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { type PublishedDealer, readSnapshot, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { existingFolder } from '#src/platform/storage/open-storage.ts';
import { readRecord } from '#src/platform/storage/read-record.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import type { PageFolder } from '#src/publishing/compare/compare-folders.ts';
import { previewMark } from '#src/publishing/preview/preview-release.ts';
import { dealerFile } from '../../dealers/dealer-arguments.ts';
import type { CompareRequest } from './compare-arguments.ts';

/** Pages, with the settings they were made from as far as these are known. */
export type Side = PageFolder & { dealer: DealerConfig | undefined };

/** As much as is compared of a release, whose other facts are read by `release-folders.ts`. */
const ReleaseSchema = v.object({ settings: v.unknown(), code: v.optional(v.string()) });

/** Settings as a person wrote them: what a build measures is left out. */
function asWritten(dealer: DealerConfig): DealerConfig {
  const { pictureWidths: _, release: __, ...written } = moveSpecialDays(dealer);
  return written;
}

/** What a release says of itself in the `release.json` beside its pages; undefined for other folders. */
function releaseOf(pages: string): Pick<Side, 'dealer' | 'assets'> | undefined {
  const file = join(dirname(pages), 'release.json');
  if (!existsSync(file)) return undefined;
  const { settings, code } = readRecord(file, ReleaseSchema, 'Compare another release.');
  const parsed = v.safeParse(DealerConfigSchema, isJsonObject(settings) ? moveSettings(settings) : settings);
  // `<dist>/releases/<slug>/<id>/pages`
  const dist = resolve(pages, '../../../..');
  return {
    dealer: parsed.typed ? asWritten(parsed.output) : undefined,
    ...(code !== undefined && { assets: assetsFolder(dist, code) }),
  };
}

/** @throws Error for a dealer file that is missing, did not exist at `ref`, or has mistakes */
function dealerOfFile({ dealersDir, slug }: CompareRequest, ref: string | undefined): DealerConfig {
  const file = dealerFile(dealersDir, slug);
  const former = ref === undefined ? undefined : fileAtRevision(file, ref);
  try {
    const resolved = loadDealer(former?.file ?? file);
    if ('dealer' in resolved) return asWritten(resolved.dealer);
    throw new Error(resolved.problems.map(formatProblem).join('\n\n'));
  } finally {
    former?.remove();
  }
}

/** @throws StorageError for a folder that does not exist */
function sideOf(request: CompareRequest, place: string, base: string | undefined): Side {
  const folder = existingFolder(place);
  const mark = previewMark(folder);
  const known = mark ? { dealer: dealerOfFile(request, mark.ref) } : releaseOf(folder);
  return {
    folder,
    base: base ?? mark?.base ?? '/',
    isPreview: mark !== undefined,
    dealer: undefined,
    ...known,
  };
}

/** @throws Error that lists the published dealers, if this one is not published */
export function liveSide(request: CompareRequest): Side & { published?: PublishedDealer } {
  const { dist, slug, live } = request;
  if (live !== undefined) return sideOf(request, live, undefined);
  const published = readSnapshot(dist, slug);
  if ('dealer' in published) {
    return {
      folder: pagesFolder(dist, slug, published.id),
      base: '/',
      isPreview: false,
      assets: assetsFolder(dist, published.code),
      dealer: asWritten(published.dealer),
      published,
    };
  }
  const slugs = readSnapshots(dist).published.map((each) => each.slug);
  const others = slugs.length > 0 ? slugs.join(', ') : 'none';
  throw new Error(`"${slug}" is not published in ${dist}. Published there: ${others}.`);
}

/** With the settings of the dealer file where the folder does not say. */
export function previewSide(request: CompareRequest): Side & { dealer: DealerConfig } {
  const side = sideOf(request, request.folder, request.base);
  return { ...side, dealer: side.dealer ?? dealerOfFile(request, undefined) };
}
