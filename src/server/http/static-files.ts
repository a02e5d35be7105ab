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
  holdsEtag,
  typeOf,
  type WholeResponse,
} from '#src/platform/http/response-headers.ts';
import type { Resolution } from '#src/platform/routing/resolve-address.ts';
import { namesFile } from '#src/server/routes/request-address.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Request, Step } from './exchange.ts';
import { setCacheControl } from './responses.ts';

/** What says where a dealer's files are. */
export type SiteOwner = Pick<DealerConfig, 'slug' | 'release'> & Pick<Partial<DealerConfig>, 'pictureWidths'>;

/** Where the files of a dealer are. */
export type SiteFolders = {
  /** Pages, pictures and public files; none for a dealer without a release. */
  pages(dealer: SiteOwner): string | undefined;
  /** Folders that may hold a hashed file, in the order to look. */
  assets(dealer: SiteOwner): Iterable<string>;
  /** A file that is made when it is first asked for, by its path in the folder of pages; undefined for any other. */
  made?(dealer: SiteOwner, path: string): Promise<string | undefined>;
};

/**
 * The folders of a build's output. The dealer itself names its release, so that its settings and its pages are always of
 * one. Hashed files may be of any code release that is still there: pages in browsers ask for those of an earlier one,
 * pages on demand for those of the live one.
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

/** One folder for each dealer, with its hashed files in it, as a static host has it. */
export const foldersIn = (sites: string): SiteFolders => ({
  pages: ({ slug }) => join(sites, slug),
  assets: ({ slug }) => [join(sites, slug, ASSETS_FOLDER)],
});

export const NOT_FOUND_PAGE = '404.html';

const ASSETS = `/${ASSETS_FOLDER}/`;

/** A compressed copy is sent only under its file's own address. */
const TWIN = /\.(?:br|gz)$/i;
const HIDDEN_SEGMENT = /\/\.(?!well-known\/)/;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
/** Smaller files are read completely and closed, so that a client that does not read holds no descriptor. */
const LARGEST_READ_WHOLE_BYTES = 128 * 1024;
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

type OpenFile = {
  handle: FileHandle;
  size: number;
  modified: Date;
  type: string;
  encoding?: Encoding | undefined;
};

export type StaticFiles = {
  /** Sends the dealer's own file at this address; false, with nothing sent, if there is none. */
  serve(dealer: SiteOwner, req: Request, res: ServerResponse): Promise<boolean>;
  /** The dealer's own not-found page, with 404, or 410 for what will not come back. */
  notFound(dealer: SiteOwner, req: Request, res: ServerResponse, status?: 404 | 410): Promise<void>;
  /** The same page as a complete response. */
  notFoundResponse(dealer: SiteOwner): Promise<WholeResponse>;
};

/** A file is opened before its headers are sent, so that a publication cannot remove it in between. */
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

/** The file, or its compressed copy if the client accepts it. */
async function openFile(path: string, encoding: Encoding | undefined): Promise<OpenFile | undefined> {
  const type = typeOf(path);
  const twin = encoding && (await openPlain(path + SUFFIXES[encoding]));
  if (twin) return { ...twin, type, encoding };
  const plain = await openPlain(path);
  return plain && { ...plain, type };
}

async function send({ handle, size, encoding, type }: OpenFile, req: Request, res: ServerResponse) {
  try {
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', size);
    if (encoding) res.setHeader('Content-Encoding', encoding);
    if (req.method === 'HEAD' || size === 0) return void res.end();
    if (size <= LARGEST_READ_WHOLE_BYTES) {
      // A file may be overwritten in the meantime: no more than Content-Length is sent, and less ends the connection.
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

/** The files in which a build may have put an address. */
const candidates = (path: string): string[] => {
  const pages = [join(path, 'index.html'), `${path}.html`];
  return namesFile(path) ? [path, ...pages] : [...pages, path];
};

export function createStaticFiles(folders: SiteFolders): StaticFiles {
  /** @returns folders, and names to look for in each */
  function places(dealer: SiteOwner, path: string): { among: Iterable<string>; names: string[] } {
    if (path.startsWith(ASSETS)) return { among: folders.assets(dealer), names: [path.slice(ASSETS.length)] };
    const pages = folders.pages(dealer);
    return { among: pages === undefined ? [] : [pages], names: candidates(path) };
  }

  async function find(dealer: SiteOwner, path: string, encoding: Encoding | undefined) {
    const { among, names } = places(dealer, path);
    for (const folder of among) {
      for (const name of names) {
        const place = join(folder, name);
        const file = place.startsWith(folder + sep) && (await openFile(place, encoding));
        if (file) return file;
      }
    }
    const made = await folders.made?.(dealer, path.slice(1));
    return made === undefined
      ? undefined
      : openPlain(made).then((file) => file && { ...file, type: typeOf(made) });
  }

  const notFoundPage = (dealer: SiteOwner) => {
    const pages = folders.pages(dealer);
    return pages && join(pages, NOT_FOUND_PAGE);
  };

  return {
    async serve(dealer, req, res) {
      const { pathname } = new URL(req.url ?? '/', 'http://site.invalid');
      const named = decodeURIComponent(pathname);
      if (HIDDEN_SEGMENT.test(named) || TWIN.test(named)) return false;
      const path = decodeURI(pathname);
      const file = await find(dealer, path, acceptedEncoding(req.headers['accept-encoding']));
      if (!file) return false;
      const etag = `W/"${file.size}-${file.modified.getTime()}"`;
      res.setHeader('Vary', 'Accept-Encoding');
      setCacheControl(res, cacheControl(path));
      res.setHeader('ETag', etag);
      res.setHeader('Last-Modified', file.modified.toUTCString());
      if (holdsEtag(req.headers['if-none-match'], etag)) {
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
      const file = notFoundPage(dealer);
      const page = file && (await openFile(file, encoding));
      if (page) return send({ ...page, type: 'text/html; charset=utf-8' }, req, res);
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(BARE_NOT_FOUND);
    },
    async notFoundResponse(dealer) {
      const file = notFoundPage(dealer);
      const page = file && (await readFile(file).catch(() => undefined));
      return {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: page || Buffer.from(BARE_NOT_FOUND),
      };
    },
  };
}

/** A build has no file for what is rendered on request, and looking for one takes six attempts. */
const mayBeBuilt = (found: Resolution) =>
  found.kind !== 'stock' && !(found.kind === 'page' && found.route.rendered !== 'build');

/** The build's file for this address. */
export const fileStep =
  (files: Pick<StaticFiles, 'serve'>): Step =>
  ({ req, res, dealer, path, found }) => {
    const isAsked = found.kind === 'page' && found.route.answers?.some((name) => path.searchParams.get(name));
    return isRead(req.method) && mayBeBuilt(found) && !isAsked && files.serve(dealer, req, res);
  };
