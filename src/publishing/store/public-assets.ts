import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { DEFAULT_ENCODING, type ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { publicHeadersOf, publicKeyOf } from '#src/platform/storage/public-files.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { plannedFiles } from './publish-folder.ts';
import { CONCURRENCY } from './published-releases.ts';

const FOLDER = `/${ASSETS_FOLDER}/`;

/**
 * Puts the hashed files of the live code where a CDN reads them (STORAGE_PUBLIC_URL), texts as gzip. What is there
 * already is not sent again; files of other code are removed a day after they were stored, for a CDN then asks the
 * server.
 * @param assets folder of hashed files
 */
export async function publishAssets(
  storage: ObjectStorage,
  assets: string,
  now: Date = new Date(),
): Promise<{ sent: number; removed: number }> {
  const files = await plannedFiles(assets, 'objects', DEFAULT_ENCODING);
  const prefix = publicKeyOf(FOLDER);
  const present = await storage.md5s(prefix);
  const missing = files.filter(({ key, md5 }) => present.get(prefix + key) !== md5);
  await forEachConcurrently(missing, CONCURRENCY, async ({ key, headers, read }) => {
    const { contentEncoding } = headers;
    await storage.put(prefix + key, await read(), { ...publicHeadersOf(FOLDER + key), contentEncoding });
  });
  const live = new Set(files.map(({ key }) => prefix + key));
  const old = (await storage.list(prefix)).filter(
    ({ key, modifiedAt }) => !live.has(key) && now.getTime() - modifiedAt.getTime() > DAY_MS,
  );
  await forEachConcurrently(old, CONCURRENCY, ({ key }) => storage.delete(key));
  return { sent: missing.length, removed: old.length };
}

/** Of this process's code. Never rejects: a CDN asks the server for what is not there, and the next process tries again. */
export async function publishAssetsIfPublic(
  { storage, env, log }: Pick<Services, 'storage' | 'env' | 'log'>,
  assets: string,
): Promise<void> {
  if (!storage || env.STORAGE_PUBLIC_URL === '') return;
  try {
    const { sent, removed } = await publishAssets(storage, assets);
    if (sent + removed > 0) log.info({ sent, removed }, 'hashed files are in the bucket');
  } catch (error) {
    log.error({ reason: plainReason(error) }, 'hashed files could not be put into the bucket');
  }
}
