import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { distFolder } from '#src/dealer-files/snapshot.ts';
import { readRecord } from '#src/disk/read-record.ts';

/** In the folder of every preview: what it shows. A folder without it is never replaced. */
export const PREVIEW_MARK = 'preview.json';

/** Where a dealer's preview is written. @param dist as `distFolder` takes it */
export const previewFolder = (slug: string, dist?: string): string =>
  join(distFolder(dist), 'previews', slug);

const MarkSchema = v.object({
  /** Slug; earlier versions may not say. */
  dealer: v.optional(v.string()),
  /** Id that its banner shows. */
  release: v.optional(v.string()),
  /** Path its pages are made for; `/` for none. */
  base: v.string(),
  /** Git reference of its dealer files; without it they are those of the folder. */
  ref: v.optional(v.string()),
});
export type PreviewMark = v.InferOutput<typeof MarkSchema>;

/** What a preview says of itself; undefined for a folder that is none. */
export function previewMark(folder: string): PreviewMark | undefined {
  const file = join(folder, PREVIEW_MARK);
  return existsSync(file)
    ? readRecord(file, MarkSchema, 'Remove the folder, then make the preview again.')
    : undefined;
}
