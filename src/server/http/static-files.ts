import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  assetsFolder,
  codeFolders,
  isReleaseId,
  pagesFolder,
} from '#src/dealer-files/release/release-folders.ts';
import {
  ASSETS_FOLDER,
  acceptedEncoding,
  cacheControl,
  type Encoding,
  matchesEtag,
  typeOf,
  type WholeResponse,
} from '#src/platform/http/response-headers.ts';
import type { Resolution } from '#src/platform/routing/resolve-address.ts';
import { namesFile } from '#src/server/routes/request-address.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Request, Step } from './exchange.ts';
import { respondBusy, setCacheControl } from './responses.ts';

export type SiteOwner = Pick<DealerConfig, 'slug' | 'release'> & Pick<Partial<DealerConfig>, 'pictureWidths'>;

export type SiteFolders = {
  /** Pages, pictures and public files; undefined if the dealer has no release. */
  pages(dealer: SiteOwner): string | undefined;
  /** Folders to search for a hashed file, in order. */
  assets(dealer: SiteOwner): Iterable<string>;
  /**
   * Resolves once the pages of the dealer are in their folder.
   * @throws PagesUnavailable
   */
  ready?(dealer: SiteOwner): Promise<void>;
  /** Creates a file on its first request; undefined if there is no such file. */
  generate?(dealer: SiteOwner, path: string): Promise<string | undefined>;
};

/** The pages of a dealer are stored, but not on this machine, and cannot be fetched now. */
export class PagesUnavailable extends Error {
  override name = 'PagesUnavailable';
}

/**
 * Reads a build's output. The dealer config names the release, so settings and pages always match. Hashed files of all
 * stored code releases are served, because open pages may request those of a previous release.
 */
export const foldersOfBuild = (dist: string): SiteFolders => ({
  pages: ({ slug, release }) => release && pagesFolder(dist, slug, release.id),
  *assets({ release }) {
    if (release?.code) yield assetsFolder(dist, release.code);
    const all = codeFolders(dist);
    const others = existsSync(all) ? readdirSync(all).filter(isReleaseId) : [];
    for (const code of others) if (code !== release?.code) yield assetsFolder(dist, code);
  },
});

/** One folder per dealer, including hashed files, as a static host serves it. */
export const foldersIn = (sites: string): SiteFolders => ({
  pages: ({ slug }) => join(sites, slug),
  assets: ({ slug }) => [join(sites, slug, ASSETS_FOLDER)],
});

export const NOT_FOUND_PAGE = '404.html';

const ASSETS = `/${ASSETS_FOLDER}/`;

/** Compressed copies are only sent in place of their original. */
const COMPRESSED_COPY = /\.(?:br|gz)$/i;
const HIDDEN_SEGMENT = /\/\.(?!well-known\/)/;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
/** Files up to this size are read at once and closed, so that slow clients do not hold file descriptors. */
const MAX_BUFFERED_BYTES = 128 * 1024;
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

type OpenFile = {
  handle: FileHandle;
  size: number;
  modified: Date;
  type: string;
  encoding?: Encoding | undefined;
};

export type StaticFiles = {
  /**
   * Serves a file of the dealer; returns false, with nothing sent, if there is none.
   * @throws PagesUnavailable, with nothing sent
   */
  serve(dealer: SiteOwner, req: Request, res: ServerResponse): Promise<boolean>;
  /** Sends the dealer's not-found page with 404, or 410 for permanently removed pages. */
  notFound(dealer: SiteOwner, req: Request, res: ServerResponse, status?: 404 | 410): Promise<void>;
  notFoundResponse(dealer: SiteOwner): Promise<WholeResponse>;
};

/** Opens the file before headers are sent, so that a publication cannot remove it in between. */
async function openPlain(path: string): Promise<Pick<OpenFile, 'handle' | 'size' | 'modified'> | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const found = await handle.stat();
    if (found.isFile()) return { handle, size: found.size, modified: found.mtime };
    await handle.close();
    return undefined;
  } catch (error) {
    await handle?.close().catch(() => undefined);
    if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
    throw error;
  }
}

async function openFile(path: string, encoding: Encoding | undefined): Promise<OpenFile | undefined> {
  const type = typeOf(path);
  const compressed = encoding && (await openPlain(path + SUFFIXES[encoding]));
  if (compressed) return { ...compressed, type, encoding };
  const plain = await openPlain(path);
  return plain && { ...plain, type };
}

async function send({ handle, size, encoding, type }: OpenFile, req: Request, res: ServerResponse) {
  try {
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', size);
    if (encoding) res.setHeader('Content-Encoding', encoding);
    if (req.method === 'HEAD' || size === 0) return void res.end();
    if (size <= MAX_BUFFERED_BYTES) {
      // The file may be overwritten during the read: never send more than Content-Length, and abort if there is less.
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0);
      return void (bytesRead === size ? res.end(buffer) : res.destroy());
    }
    if (res.destroyed) return;
    await pipeline(handle.createReadStream({ autoClose: false, end: size - 1 }), res);
  } finally {
    await handle.close();
  }
}

const BARE_NOT_FOUND = '<!doctype html><title>Not found</title><h1>Not found</h1>';

/** File names under which a build may store an address. */
const candidates = (path: string): string[] => {
  const pages = [join(path, 'index.html'), `${path}.html`];
  return namesFile(path) ? [path, ...pages] : [...pages, path];
};

export function createStaticFiles(folders: SiteFolders): StaticFiles {
  /** @returns folders, and file names to try in each */
  function candidatesOf(dealer: SiteOwner, path: string): { among: Iterable<string>; names: string[] } {
    if (path.startsWith(ASSETS)) return { among: folders.assets(dealer), names: [path.slice(ASSETS.length)] };
    const pages = folders.pages(dealer);
    return { among: pages === undefined ? [] : [pages], names: candidates(path) };
  }

  async function find(dealer: SiteOwner, path: string, encoding: Encoding | undefined) {
    const { among, names } = candidatesOf(dealer, path);
    for (const folder of among) {
      for (const name of names) {
        const place = join(folder, name);
        const file = place.startsWith(folder + sep) && (await openFile(place, encoding));
        if (file) return file;
      }
    }
    const generated = await folders.generate?.(dealer, path.slice(1));
    return generated === undefined
      ? undefined
      : openPlain(generated).then((file) => file && { ...file, type: typeOf(generated) });
  }

  async function notFoundPage(dealer: SiteOwner): Promise<string | undefined> {
    // Without it, a plain page says the same.
    await folders.ready?.(dealer).catch(() => undefined);
    const pages = folders.pages(dealer);
    return pages && join(pages, NOT_FOUND_PAGE);
  }

  return {
    async serve(dealer, req, res) {
      const { pathname } = new URL(req.url ?? '/', 'http://site.invalid');
      const named = decodeURIComponent(pathname);
      if (HIDDEN_SEGMENT.test(named) || COMPRESSED_COPY.test(named)) return false;
      const path = decodeURI(pathname);
      if (!path.startsWith(ASSETS)) await folders.ready?.(dealer);
      const file = await find(dealer, path, acceptedEncoding(req.headers['accept-encoding']));
      if (!file) return false;
      const etag = `W/"${file.size}-${file.modified.getTime()}"`;
      res.setHeader('Vary', 'Accept-Encoding');
      setCacheControl(res, cacheControl(path));
      res.setHeader('ETag', etag);
      res.setHeader('Last-Modified', file.modified.toUTCString());
      if (matchesEtag(req.headers['if-none-match'], etag)) {
        await file.handle.close();
        res.statusCode = 304;
        res.end();
        return true;
      }
      await send(file, req, res);
      return true;
    },
    async notFound(dealer, req, res, status = 404) {
      res.statusCode = status;
      res.setHeader('Vary', 'Accept-Encoding');
      const encoding = acceptedEncoding(req.headers['accept-encoding']);
      const file = await notFoundPage(dealer);
      const page = file && (await openFile(file, encoding));
      if (page) return send({ ...page, type: 'text/html; charset=utf-8' }, req, res);
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(BARE_NOT_FOUND);
    },
    async notFoundResponse(dealer) {
      const file = await notFoundPage(dealer);
      const page = file && (await readFile(file).catch(() => undefined));
      return {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: page || Buffer.from(BARE_NOT_FOUND),
      };
    },
  };
}

/** Skips six file lookups for pages rendered on demand. */
const mayBeBuilt = (found: Resolution) =>
  found.kind !== 'stock' && !(found.kind === 'page' && found.route.rendered !== 'build');

export const fileStep =
  (files: Pick<StaticFiles, 'serve'>): Step =>
  async ({ req, res, dealer, path, found }) => {
    const isAnswered =
      found.kind === 'page' && found.route.answers?.some((name) => path.searchParams.get(name));
    if (!isRead(req.method) || !mayBeBuilt(found) || isAnswered) return false;
    try {
      return await files.serve(dealer, req, res);
    } catch (error) {
      if (!(error instanceof PagesUnavailable)) throw error;
      respondBusy(dealer, req, res);
      return true;
    }
  };
