import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { RENDITIONS_FOLDER } from '#src/config/public/site-picture.ts';
import { ASSETS_FOLDER, cacheControl, typeOf } from '#src/platform/http/response-headers.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import {
  type ContentEncoding,
  encodeBody,
  type FileHeaders,
  type ObjectStorage,
  StorageError,
} from '#src/platform/storage/object-storage.ts';
import { existingFolder } from '#src/platform/storage/open-storage.ts';
import { COMPRESSED_SUFFIXES, isCompressible } from '#src/publishing/build/compress-files.ts';
import { previewMark } from '#src/publishing/preview/preview-release.ts';
import {
  CONCURRENCY,
  type Manifest,
  type ManifestFile,
  promoteRelease,
  RELEASE_ID,
  readManifest,
  readPointer,
  releasePrefix,
  writeManifest,
} from './published-releases.ts';

type PlannedFile = {
  /** Relative to the release. */
  key: string;
  bytes: number;
  /** Of the stored bytes, in hex. */
  md5: string;
  headers: FileHeaders;
  read(): Promise<Buffer>;
};

function plainNames(names: readonly string[]): string[] {
  const all = new Set(names);
  const isCopy = (name: string) =>
    COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix) && all.has(name.slice(0, -suffix.length)));
  return names.filter((name) => !isCopy(name));
}

/**
 * The files of a folder as they are stored. In a bucket, each text is stored once, compressed, under its plain name
 * with `Content-Encoding`, because a CDN that cannot negotiate sends it to every client. All clients accept gzip, the
 * default; `br` is a seventh smaller but only for browsers over https; without an encoding the CDN itself has to
 * compress. Keys are file names, `about-us/index.html`, as used by links of previews. In a folder, each file keeps its
 * name, with compressed copies for the web server (`gzip_static`, `brotli_static`, `precompressed`).
 */
export async function plannedFiles(
  folder: string,
  kind: ObjectStorage['kind'],
  encoding: ContentEncoding | undefined,
): Promise<PlannedFile[]> {
  const names = filesUnder(folder);
  const isBucket = kind === 'objects';
  const planned = new Map<string, PlannedFile>();
  await forEachConcurrently(isBucket ? plainNames(names) : names, availableParallelism(), async (name) => {
    const isEncoded = isBucket && encoding !== undefined && isCompressible(name);
    const read = async () => {
      const content = await readFile(join(folder, name));
      return isEncoded ? encodeBody(content, encoding) : content;
    };
    const body = await read();
    const path = `/${name}`;
    const headers = {
      contentType: typeOf(path),
      cacheControl: cacheControl(path),
      ...(isEncoded && { contentEncoding: encoding }),
    };
    const md5 = createHash('md5').update(body).digest('hex');
    planned.set(name, { key: name, bytes: body.length, md5, headers, read });
  });
  return [...planned.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

type PublishOptions = {
  /** Slug of the dealer, the first part of every key. */
  site: string;
  /** Defaults to the id shown in a preview's banner, or else a hash of the content. */
  release?: string | undefined;
  /** For texts in a bucket; a folder has compressed copies instead. */
  encoding?: ContentEncoding | undefined;
  /** Uploads without making it live. */
  hold?: boolean;
  now?: Date;
};

type Publication = {
  release: string;
  /** Id shown in a preview's banner. */
  preview: string | undefined;
  isLive: boolean;
  /** Number of files uploaded, copied from the live release, or already present. */
  sent: number;
  copied: number;
  unchanged: number;
  /** Number of uploaded bytes. */
  bytes: number;
};

const ID_LENGTH = 12;

const manifestFile = ({ bytes, md5, headers }: PlannedFile): ManifestFile => ({ bytes, md5, ...headers });

const isSame = (a: ManifestFile | undefined, b: ManifestFile): boolean =>
  a !== undefined &&
  a.md5 === b.md5 &&
  a.contentType === b.contentType &&
  a.cacheControl === b.cacheControl &&
  a.contentEncoding === b.contentEncoding;

const contentId = (files: readonly PlannedFile[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.key}\n${JSON.stringify(manifestFile(file))}\n`);
  return hash.digest('hex').slice(0, ID_LENGTH);
};

/** Assets are uploaded before the pages that use them. */
const rankOf = ({ key }: PlannedFile): number =>
  [`${ASSETS_FOLDER}/`, `${RENDITIONS_FOLDER}/`].some((folder) => key.startsWith(folder)) ? 0 : 1;

type Counts = Pick<Publication, 'sent' | 'copied' | 'unchanged' | 'bytes'>;

/** @throws StorageError if the release consists of other files */
function unchanged(published: Manifest, files: readonly PlannedFile[]): Counts {
  const isAll = Object.keys(published.files).length === files.length;
  if (isAll && files.every((file) => isSame(published.files[file.key], manifestFile(file)))) {
    return { sent: 0, copied: 0, unchanged: files.length, bytes: 0 };
  }
  const { site, release } = published;
  throw new StorageError(
    `Release "${release}" of "${site}" is published with other content. A release never changes: choose another --release.`,
  );
}

/**
 * Removes leftovers of an upload of other content, and fails if a file is missing, which means that someone removed it.
 */
async function mustBeComplete(
  store: ObjectStorage,
  prefix: string,
  files: readonly PlannedFile[],
): Promise<void> {
  const stored = new Map((await store.list(prefix)).map(({ key, bytes }) => [key, bytes]));
  for (const { key, bytes } of files) {
    if (stored.get(prefix + key) !== bytes) {
      throw new StorageError(`${store.name}: ${prefix}${key} is missing after the upload. Publish again.`);
    }
    stored.delete(prefix + key);
  }
  await forEachConcurrently([...stored.keys()], CONCURRENCY, (key) => store.delete(key));
}

/** The manifest is written last: without it there is no release. */
async function upload(
  store: ObjectStorage,
  manifest: Omit<Manifest, 'files'>,
  files: readonly PlannedFile[],
): Promise<Counts> {
  const { site, release } = manifest;
  const counts = { sent: 0, copied: 0, unchanged: 0, bytes: 0 };
  const live = await readPointer(store, site);
  const source = live && (await readManifest(store, site, live.release));
  const prefix = releasePrefix(site, release);
  const present = await store.md5s(prefix);

  const publish = async (file: PlannedFile): Promise<void> => {
    const { key, bytes, md5, headers } = file;
    if (present.get(prefix + key) === md5) {
      counts.unchanged++;
      return;
    }
    const isInLive = source && isSame(source.files[key], manifestFile(file));
    if (isInLive && (await store.copy(releasePrefix(site, source.release) + key, prefix + key))) {
      counts.copied++;
      return;
    }
    await store.put(prefix + key, await file.read(), headers);
    counts.sent++;
    counts.bytes += bytes;
  };

  for (const rank of [0, 1]) {
    const ranked = files.filter((file) => rankOf(file) === rank);
    await forEachConcurrently(ranked, CONCURRENCY, publish);
  }
  await mustBeComplete(store, prefix, files);
  const described = Object.fromEntries(files.map((file) => [file.key, manifestFile(file)]));
  await writeManifest(store, { ...manifest, files: described });
  return counts;
}

/**
 * Uploads a folder of pages as a release, then moves the pointer. Files left by an interrupted upload are recognised by
 * hash and not sent again; files of the live release are copied within the store. Until the pointer is written, the
 * previous release stays live and untouched.
 * @throws StorageError for a folder without pages, a preview of another dealer, and a release that exists with other
 * content
 */
export async function publishFolder(
  folder: string,
  store: ObjectStorage,
  { site, release: named, encoding, hold = false, now = new Date() }: PublishOptions,
): Promise<Publication> {
  if (named !== undefined && !RELEASE_ID.test(named)) {
    throw new StorageError(`"${named}" is no release id: letters, digits, ".", "-" and "_", at most 80.`);
  }
  const mark = previewMark(existingFolder(folder));
  if (mark?.dealer !== undefined && mark.dealer !== site) {
    throw new StorageError(
      `${folder} is a preview of "${mark.dealer}", not of "${site}": npm run releases -- previews publish ${mark.dealer} ${folder}`,
    );
  }
  const files = await plannedFiles(existingFolder(folder), store.kind, encoding);
  if (!files.some(({ headers }) => headers.contentType.startsWith('text/html'))) {
    throw new StorageError(`${folder} holds no site: it has ${files.length} files and no page.`);
  }
  const preview = mark?.release;
  const release = named ?? preview ?? contentId(files);
  const published = await readManifest(store, site, release);
  const counts = published
    ? unchanged(published, files)
    : await upload(store, { site, release, preview, publishedAt: now.toISOString() }, files);
  if (!hold) await promoteRelease(store, site, release, now);
  return { release, preview, isLive: !hold, ...counts };
}
