import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cacheControl, typeOf } from '#src/server/http/file-headers.ts';
import { COMPRESSED_SUFFIXES, isCompressible } from '../compress-files.ts';
import { filesUnder } from '../files-under.ts';
import { type ContentEncoding, encodeBody } from './encode-body.ts';
import { eachLimit } from './in-turn.ts';
import type { FileHeaders, Store } from './store.ts';

/** A file to be published. */
export type PlannedFile = {
  /** Below the release's own prefix. */
  key: string;
  bytes: number;
  /** Of the bytes that are stored, in hex. */
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
 * The files of a folder as they are stored.
 *
 * In a bucket each text is stored once, compressed, under its plain name with `Content-Encoding`: a CDN that cannot
 * choose by `Accept-Encoding` sends every browser and crawler what it understands. They all accept gzip, so it is the
 * default; `br` is a seventh smaller and only for browsers over https; without an encoding the CDN itself has to compress.
 * Keys are the names of files, `about-us/index.html`: links of a preview name them so.
 *
 * A folder gets every file by its own name, with the compressed copies that a web server picks from
 * (`gzip_static`, `brotli_static`, `precompressed`).
 */
export async function plannedFiles(
  folder: string,
  kind: Store['kind'],
  encoding: ContentEncoding | undefined,
): Promise<PlannedFile[]> {
  const names = filesUnder(folder);
  const isBucket = kind === 'objects';
  const planned = new Map<string, PlannedFile>();
  await eachLimit(isBucket ? plainNames(names) : names, availableParallelism(), async (name) => {
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
