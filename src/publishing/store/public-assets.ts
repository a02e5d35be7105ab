import { readdir } from 'node:fs/promises';
import { ASSETS_FOLDER, IMMUTABLE } from '#src/platform/http/response-headers.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { DEFAULT_ENCODING, type ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { DAY_MS, SECOND_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { LIVE } from '../distribution/release-store.ts';
import { plannedFiles } from './publish-folder.ts';
import { CONCURRENCY } from './published-releases.ts';

const PREFIX = `${ASSETS_FOLDER}/`;

/**
 * Puts the hashed files of the live code into the bucket, at the path they have at the server and with its headers,
 * texts as gzip: a CDN can ask the bucket first. What is there already is not sent again. Files of other code are
 * removed a day after they were stored: a CDN then asks the server.
 * @param assets folder of hashed files
 */
export async function publishAssets(
  storage: ObjectStorage,
  assets: string,
  now: Date = new Date(),
): Promise<{ sent: number; removed: number }> {
  const files = await plannedFiles(assets, 'objects', DEFAULT_ENCODING);
  const present = await storage.md5s(PREFIX);
  const missing = files.filter(({ key, md5 }) => present.get(PREFIX + key) !== md5);
  await forEachConcurrently(missing, CONCURRENCY, async ({ key, headers, read }) =>
    storage.put(PREFIX + key, await read(), { ...headers, cacheControl: IMMUTABLE }),
  );
  const live = new Set(files.map(({ key }) => PREFIX + key));
  const old = (await storage.list(PREFIX)).filter(
    ({ key, modifiedAt }) => !live.has(key) && now.getTime() - modifiedAt.getTime() > DAY_MS,
  );
  await forEachConcurrently(old, CONCURRENCY, ({ key }) => storage.delete(key));
  return { sent: missing.length, removed: old.length };
}

const CHECK_TIMEOUT_MS = 5 * SECOND_MS;

/** As a CDN asks, without a key. @returns the status, or why there was none */
const publicStatus = (storage: ObjectStorage, key: string): Promise<number | string> =>
  fetch(storage.address(key) ?? '', {
    ...{ method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) },
  }).then(({ status }) => status, plainReason);

/** Says if the policy of the bucket allows too little or too much. */
async function checkPublicAddress(
  storage: ObjectStorage,
  log: Services['log'],
  asset: string | undefined,
): Promise<void> {
  const [readable, secret] = await Promise.all([
    asset === undefined ? 200 : publicStatus(storage, asset),
    publicStatus(storage, LIVE),
  ]);
  if (readable !== 200)
    log.warn({ file: asset, response: readable }, 'a CDN cannot read STORAGE_PUBLIC_URL: it asks the server');
  if (secret === 200) log.error({ file: LIVE }, 'everyone can read private files at STORAGE_PUBLIC_URL');
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
    const names = await readdir(assets);
    const first = names.sort().find((name) => /\.(?:js|css)$/.test(name));
    await checkPublicAddress(storage, log, first && PREFIX + first);
  } catch (error) {
    log.error({ reason: plainReason(error) }, 'hashed files could not be put into the bucket');
  }
}
