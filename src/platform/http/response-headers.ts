import { createHash } from 'node:crypto';
import { lookup } from 'mrmime';
import { RENDITIONS_FOLDER } from '#src/config/public/site-picture.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';

export type WholeResponse = {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: Buffer;
  /** Of a search: number of vehicles found. */
  found?: number | undefined;
};

/** @param name in lower case */
export const textHeader = ({ headers }: WholeResponse, name: string): string | undefined =>
  headers[name]?.toString();

/** Tag of every response that shows a dealer's stock. */
export const stockTag = (dealer: string): string => `stock/${dealer}`;

export const dealerOfTag = (tag: string): string => tag.slice(tag.indexOf('/') + 1);

/** Folder of hashed files, whose content never changes. */
export const ASSETS_FOLDER = '_astro';

/** For addresses whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are revalidated by ETag on each request, so that a publication is visible immediately. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** A dealer's picture keeps its address when replaced; the new one appears within an hour, or on the next visit. */
const HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** Cache-Control of a published file. @param path from the site's root, `/about-us` */
export const cacheControl = (path: string): string => {
  // Addresses of vehicle pictures contain a version.
  if (path.startsWith(`/${ASSETS_FOLDER}/`) || path.startsWith(IMAGES_PATH)) return IMMUTABLE;
  return path.startsWith(`/${RENDITIONS_FOLDER}/`) ? HOUR : REVALIDATE;
};

/** Browsers require this content type for speculation rules. */
const SPECULATION_RULES = '/speculation-rules.json';

export function typeOf(path: string): string {
  if (path.endsWith(SPECULATION_RULES)) return 'application/speculationrules+json';
  const named = lookup(path) ?? 'application/octet-stream';
  return named === 'text/html' ? 'text/html;charset=utf-8' : named;
}

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The preferred encoding accepted by the client, if any. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return [name, !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))];
    }),
  );
  return ENCODINGS.find((name) => accepted.get(name) ?? accepted.get('*'));
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match contains this ETag, by weak comparison. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => part.trim() === '*' || opaque(part) === opaque(etag)) ?? false;

/**
 * CSP source expression of an inline style or script, without quotes:
 * https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export const cspHash = (text: string | Buffer) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
