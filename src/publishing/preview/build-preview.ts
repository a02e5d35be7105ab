import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { publicSearch } from '#src/config/public/public-config.ts';
import type { PictureWidths } from '#src/config/sections/site/images-section.ts';
import { SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { publicDocuments } from '#src/features/stock/server/indexing/public-documents.ts';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { ONLINE_PAYMENT_PATH, SAVED_PATH } from '#src/platform/routing/page-paths.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import type { RoutedSite } from '#src/platform/routing/routed-site.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { systemClock, zonedDate } from '#src/platform/time/clock.ts';
import { completeSites } from '#src/publishing/build/complete-sites.ts';
import { failureText } from '#src/publishing/build/failed-site.ts';
import { createSitePictures, type SitePictures } from '#src/publishing/build/site-pictures.ts';
import { type PageBundle, pageBundle } from '#src/publishing/page-bundle.ts';
import { withFolderLock } from '#src/publishing/release/folder-lock.ts';
import { PREVIEW_FOLDER, type PreviewBase, SNAPSHOT_FILE } from '#src/server/routes/preview-addresses.ts';
import type { Services } from '#src/server/services.ts';
import { addPreviewAssets, addPreviewScripts } from './preview-assets.ts';
import { openPreviewServices, previewed, readPreviewDealer } from './preview-dealer.ts';
import { type PageThreads, startPageThreads, writePreviewPages } from './preview-pages.ts';
import { type PictureProgress, withDocumentPictures, writePictures } from './preview-pictures.ts';
import { lastMinuteOfDay, nameRelease, PENDING_ID, PREVIEW_MARK, previewFolder } from './preview-release.ts';

/** Addresses below these depend on stock, files or visitors. */
const PARENTS: readonly string[] = [
  ...['/cars', '/search', '/enquire', '/images', '/_astro', '/api', '/feeds', '/parts', '/reservations'],
  ...[PREVIEW_FOLDER, SAVED_PATH, SAVE_SEARCH_PATH, VALUATION_PATH, ONLINE_PAYMENT_PATH],
];

/**
 * Finds a site address that starts with the preview's base, which would be mistaken for an address of the preview.
 * @returns undefined if there is none
 */
export function addressUnderBase(site: RoutedSite, base: PreviewBase): string | undefined {
  if (base === '') return undefined;
  if (PARENTS.includes(base)) return `${base}/…`;
  const { kind } = resolveAddress(site, { pathname: base, search: '' });
  if (kind === 'page' || kind === 'stock') return base;
  return siteRoutes(site).find(({ path }) => path.startsWith(`${base}/`))?.path;
}

/** Stock rules have already been applied, and are not sent to browsers. */
const OPEN_RULES = {
  excludedMakes: [],
  excludedStockNumbers: [],
  include_sold_cars_days: 36_500,
  inStockOnly: false,
  maxAgeYears: null,
  usedOnly: false,
};

const searchSettings = ({ slug, timeZone, verticals, subscription, search, card }: DealerConfig) => ({
  ...{ slug, timeZone, verticals, subscription, search: publicSearch(search) },
  card: { ...card, views: false },
  locations: [],
  search_filters: {},
  stock: OPEN_RULES,
});

/** Not shown on any page. */
const withoutPlate = (document: SearchDocument): SearchDocument => ({ ...document, regplate: null });

/** The stock that a preview searches in the browser, as JSON. */
const previewSnapshot = (dealer: DealerConfig, documents: readonly SearchDocument[]): string =>
  JSON.stringify({ dealer: searchSettings(dealer), documents: documents.map(withoutPlate) });

type PreviewOptions = {
  /** Slug. */
  dealer: string;
  dealersDir: string;
  /** Path under which the folder is served: `/` or `/previews/metro`. */
  base?: string | undefined;
  /** Git commit, branch or tag of the dealer files; defaults to the working tree. */
  ref?: string | undefined;
  /** Output folder, replaced as a whole. */
  outDir?: string | undefined;
  /** Environment of the database and pictures; defaults to that of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called after each encoded picture. */
  onPicture?: ((progress: PictureProgress) => void) | undefined;
};

export type Preview = {
  /** Absolute path of a folder that any file host can serve. */
  folder: string;
  /** Content hash. */
  release: string;
  pages: number;
  vehicles: number;
  pictures: {
    written: number;
    /** Number of pictures encoded, which takes most of the time. */
    made: number;
    /** Addresses of pictures not found on this machine. */
    missing: string[];
  };
  /** Size of the search data, compressed as by a CDN. */
  snapshotKilobytes: number;
  seconds: number;
  /** Seconds spent on pictures of vehicles. */
  pictureSeconds: number;
};

const BASE = /^(?:\/[\w.~-]+)+$/;

const PUBLIC_FOLDER = 'public';

/** @throws Error for a path that is not a valid base, or that site addresses start with */
function readBase(base: string, dealer: DealerConfig): string {
  const plain = base.replace(/\/+$/, '');
  if (plain === '') return plain;
  const isPath = BASE.test(plain) && !/\/\.{1,2}(?:\/|$)/.test(plain);
  if (!isPath) {
    throw new Error(
      `"${base}" is no base path. It begins with "/" and has letters, digits, ".", "_", "~" and "-": /previews/metro`,
    );
  }
  const isPublic = existsSync(join(PUBLIC_FOLDER, plain));
  const address = isPublic ? plain : addressUnderBase(previewed(dealer), plain);
  if (address === undefined) return plain;
  throw new Error(
    `"${base}" cannot be the base path, because "${dealer.slug}" has the address ${address} itself. Name a path that its site does not have: --base /previews/${dealer.slug}`,
  );
}

/** @throws Error if the folder contains anything else */
function requireOwn(folder: string): void {
  if (existsSync(folder) && !existsSync(join(folder, PREVIEW_MARK)))
    throw new Error(`${folder} is not a preview. It is left as it is; name another folder.`);
}

/** Typical for CDNs, which compress on the fly; the best quality takes a hundred times as long. */
const CDN_QUALITY = 5;
const compressedKilobytes = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: CDN_QUALITY } }).length / 1000;

type PreviewSource = {
  /** As in its file. */
  dealer: DealerConfig;
  bundle: PageBundle;
  base: string;
  outDir: string;
  ref?: string | undefined;
  /** Pictures and public files, with the picture widths; defaults to those of `public/`. */
  files?: { pictureWidths: PictureWidths; addTo(folder: string): void } | undefined;
  environment?: PreviewOptions['environment'];
  onPicture?: PreviewOptions['onPicture'];
};

type Prepared = {
  services: Services;
  threads: PageThreads;
  environment: NonNullable<PreviewOptions['environment']>;
  at: string;
  base: string;
  folder: string;
  half: string;
};

/** @throws Error for a picture that cannot be read */
async function addFiles({ files }: PreviewSource, dealer: DealerConfig, pictures: SitePictures, to: string) {
  if (files) return files.addTo(to);
  const { failed } = await completeSites([{ from: to }], new Map([[dealer.slug, dealer]]), pictures);
  const [failure] = failed;
  if (failure) throw new Error(failureText(failure));
}

async function write(source: PreviewSource, prepared: Prepared, started: number): Promise<Preview> {
  const { services, threads, environment, at, base, folder, half } = prepared;
  const { bundle, files } = source;
  const sitePictures = createSitePictures();
  const pictureWidths = files?.pictureWidths ?? (await sitePictures.widths(source.dealer));
  const dealer = { ...source.dealer, pictureWidths };
  const shown = previewed(dealer);
  const documents = await publicDocuments(services, shown);
  const snapshot = previewSnapshot(shown, documents);
  const site = {
    ...{ dealer, environment, at, base, folder: half },
    entry: join(bundle.server, 'entry.mjs'),
    release: PENDING_ID,
    madeOn: zonedDate(services.clock.now(), dealer.timeZone).date,
  };
  const slugs = documents.map(({ slug }) => slug);
  // Threads use hundreds of megabytes, and pictures may take minutes.
  const { pages, pictures } = await writePreviewPages(threads, site, slugs).finally(() => threads.stop());
  await mkdir(join(half, PREVIEW_FOLDER), { recursive: true });
  await writeFile(join(half, SNAPSHOT_FILE), snapshot);
  await addPreviewScripts(join(half, PREVIEW_FOLDER));
  await addPreviewAssets(bundle.assets, join(half, ASSETS_FOLDER), base);
  // Runs after the pages: existing files are kept, and hard links are never written to.
  await addFiles(source, dealer, sitePictures, half);
  const picturesFrom = performance.now();
  const written = await writePictures(
    services,
    shown,
    withDocumentPictures(pictures, documents),
    half,
    source.onPicture,
  );
  const pictureSeconds = (performance.now() - picturesFrom) / 1000;
  const mark = {
    dealer: dealer.slug,
    release: PENDING_ID,
    madeOn: site.madeOn,
    base: base || '/',
    ref: source.ref,
  };
  await writeFile(join(half, PREVIEW_MARK), `${JSON.stringify(mark, null, 2)}\n`);
  const release = nameRelease(half, pages);
  return {
    ...{ folder, release, pages: pages.size, vehicles: documents.length, pictures: written },
    snapshotKilobytes: compressedKilobytes(snapshot),
    seconds: (performance.now() - started) / 1000,
    pictureSeconds,
  };
}

/**
 * Builds a self-contained static folder of one dealer's site (PLAT-04) from the current or a committed dealer file,
 * rendered by the current code. Nothing is published.
 * @throws Error for an unknown dealer or commit, listing valid ones; FolderInUse while another process builds there
 */
export async function buildPreview(options: PreviewOptions): Promise<Preview> {
  const started = performance.now();
  const { ref, environment, onPicture } = options;
  const { dealer } = readPreviewDealer(options.dealersDir, options.dealer, ref);
  const base = readBase(options.base ?? '/', dealer);
  const outDir = resolve(options.outDir ?? previewFolder(options.dealer));
  requireOwn(outDir);
  const bundle = await pageBundle();
  return makePreview({ dealer, bundle, base, outDir, ref, environment, onPicture }, started);
}

/** Writes a preview next to its folder and renames it once complete. */
async function replaceFolder(
  source: PreviewSource,
  prepared: Omit<Prepared, 'half'>,
  started: number,
): Promise<Preview> {
  const { folder } = prepared;
  await mkdir(dirname(folder), { recursive: true });
  return withFolderLock(dirname(folder), async () => {
    // Sites are looked up by folder name.
    const half = join(dirname(folder), '.half', source.dealer.slug);
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { recursive: true });
    try {
      const preview = await write(source, { ...prepared, half }, started);
      await rm(folder, { recursive: true, force: true });
      await rename(half, folder);
      return preview;
    } finally {
      await rm(half, { recursive: true, force: true });
    }
  });
}

/** Builds a preview from any settings and code. @throws FolderInUse while another process builds there */
export async function makePreview(source: PreviewSource, started = performance.now()): Promise<Preview> {
  const { dealer } = source;
  const base = readBase(source.base, dealer);
  const folder = resolve(source.outDir);
  // Random secrets: signatures need not outlast the preview.
  const environment = {
    SITE_SECRET: randomBytes(32).toString('hex'),
    ...(source.environment ?? process.env),
  };
  const at = lastMinuteOfDay(systemClock.now(), dealer.timeZone);
  // Meanwhile, the first thread loads its code.
  const threads = startPageThreads();
  try {
    const services = await openPreviewServices(environment, previewed(dealer), at);
    try {
      return await replaceFolder(source, { services, threads, environment, at, base, folder }, started);
    } finally {
      await services.close();
    }
  } finally {
    await threads.stop();
  }
}
