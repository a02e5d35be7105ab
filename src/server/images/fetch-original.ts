import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '#src/disk/replace-file.ts';
import { DAY_MS, HOUR_MS } from '#src/domain/duration.ts';
import { type PictureRow, updatePicture } from '#src/providers/database/pictures.ts';
import type { PictureResponse, PictureSource } from '#src/providers/pictures/picture-source.ts';
import type { Services } from '../services.ts';
import { imageFolders, originalFile } from './image-folders.ts';
import { refusePicture } from './picture-content.ts';

/** Known pictures are checked again after this. */
export const CHECK_AGAIN_AFTER_MS = DAY_MS;

const FIRST_PAUSE_MS = HOUR_MS / 4;
const PAUSE_GROWTH = 4;
const LONGEST_PAUSE_MS = 2 * DAY_MS;

/** How long until a failed picture is retried: a quarter of an hour, one hour, four, … two days. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * PAUSE_GROWTH ** (attempts - 1), LONGEST_PAUSE_MS);

export type FetchOutcome =
  | { kind: 'new'; version: number }
  | { kind: 'unchanged' }
  | Extract<PictureResponse, { kind: 'failed' }>;

const checked = async (answer: PictureResponse): Promise<PictureResponse> => {
  const refusal = answer.kind === 'fetched' ? await refusePicture(answer.bytes) : undefined;
  return refusal === undefined ? answer : { kind: 'failed', reason: refusal };
};

/**
 * Fetches one picture and records the result. An existing original stays if a newer one cannot be fetched.
 * @throws only if the disk or the database fails
 */
export async function fetchOriginal(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  source: PictureSource,
  row: PictureRow,
): Promise<FetchOutcome> {
  const file = join(imageFolders(env.DATA_DIR).originalsFolder, originalFile(row.id));
  const isStored = (await stat(file).catch(() => undefined))?.isFile() ?? false;
  const seen = { etag: row.etag, lastModified: row.last_modified };
  const answer = await checked(await source.fetch(row.url, isStored ? seen : undefined));
  const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

  if (answer.kind === 'failed') {
    const attempts = row.attempts + 1;
    await updatePicture(db, row.id, {
      ...{ state: isStored ? 'ready' : 'failed', attempts, last_error: answer.reason },
      next_attempt_at: after(pauseAfter(attempts)),
    });
    return answer;
  }
  const well = {
    state: 'ready',
    attempts: 0,
    last_error: null,
    next_attempt_at: after(CHECK_AGAIN_AFTER_MS),
  };
  if (answer.kind === 'unchanged') {
    await updatePicture(db, row.id, well);
    return answer;
  }
  const { bytes, etag, lastModified } = answer;
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const isSame = contentHash === row.content_hash;
  if (!isSame || !isStored) {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, bytes);
  }
  const version = isSame ? row.version : row.version + 1;
  await updatePicture(db, row.id, {
    ...{ ...well, version, etag },
    ...{ content_hash: contentHash, last_modified: lastModified },
  });
  return isSame && isStored ? { kind: 'unchanged' } : { kind: 'new', version };
}
