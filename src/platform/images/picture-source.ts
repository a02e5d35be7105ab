import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  pinAddress,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
} from '#src/platform/http/public-address.ts';

/** Validators of a picture from its last fetch. */
type Seen = { etag: string | null; lastModified: string | null };

export type PictureResponse =
  | ({ kind: 'fetched'; bytes: Buffer } & Seen)
  /** 304. */
  | { kind: 'unchanged' }
  /** A short generic reason; never contains the address or text from the sender. */
  | {
      kind: 'failed';
      reason: string;
      /** No response, or a timeout; other pictures of this host will probably fail too. */
      isSilence?: true;
    };

/** Downloads originals from feed addresses. */
export type PictureSource = {
  /** Returns failures and never rejects. */
  fetch(url: string, seen?: Seen): Promise<PictureResponse>;
  close(): void;
};

export const MAX_PICTURE_BYTES = 20_000_000;
/** From DNS lookup to the last byte. */
const PICTURE_TIMEOUT_MS = 5000;

const HEADERS = {
  accept: 'image/jpeg,image/png,image/webp,image/avif,image/gif',
  // Uncompressed bodies cannot be decompression bombs.
  'accept-encoding': 'identity',
  'user-agent': 'Forecourt picture import',
};

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const TOO_LARGE = 'larger than 20 MB';
const TOO_LATE = 'no response in 5 seconds';
const NO_CONNECTION = 'no connection';
const SILENCES: ReadonlySet<string> = new Set([TOO_LATE, NO_CONNECTION]);

/** A failure with a reportable message. */
class FetchFailure extends Error {
  override name = 'FetchFailure';
}

export type HttpPictureSourceOptions = {
  /** `host:port` that may be private. */
  allowedHosts: readonly string[];
  resolve?: Resolve;
  timeoutMs?: number;
};

/**
 * Downloads pictures from untrusted hosts: rejects private addresses, compressed bodies and bodies above {@link
 * MAX_PICTURE_BYTES}. Follows up to three redirects, with the same checks.
 */
export function httpPictureSource(options: HttpPictureSourceOptions): PictureSource {
  const { resolve = resolveBySystem, timeoutMs = PICTURE_TIMEOUT_MS } = options;
  const allowedHosts = new Set(options.allowedHosts);
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  function ask(url: URL, address: LookupAddress, seen: Seen, signal: AbortSignal): Promise<IncomingMessage> {
    const isTls = url.protocol === 'https:';
    const lookup: LookupFunction = (_hostname, { all }, done) =>
      all ? done(null, [address]) : done(null, address.address, address.family);
    return new Promise((answered, failed) => {
      (isTls ? https : http)
        .get(url, {
          agent: agents[isTls ? 'https:' : 'http:'],
          lookup,
          signal,
          headers: {
            ...HEADERS,
            ...(seen.etag === null ? {} : { 'if-none-match': seen.etag }),
            ...(seen.lastModified === null ? {} : { 'if-modified-since': seen.lastModified }),
          },
        })
        .once('response', answered)
        .on('error', failed);
    });
  }

  /** Follows redirects. */
  async function follow(text: string, seen: Seen, signal: AbortSignal): Promise<IncomingMessage> {
    let url = URL.parse(text);
    if (!url) throw new FetchFailure('no address');
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const address = await orAborted(pinAddress(url, resolve, allowedHosts), signal);
      const response = await ask(url, address, seen, signal);
      if (!REDIRECTS.has(response.statusCode ?? 0)) return response;
      response.resume();
      url = URL.parse(response.headers.location ?? '', url);
      if (!url) throw new FetchFailure('a redirect to nowhere');
    }
    throw new FetchFailure('more than three redirects');
  }

  async function fetchPicture(text: string, seen: Seen, signal: AbortSignal): Promise<PictureResponse> {
    const response = await follow(text, seen, signal);
    const isConditional = seen.etag !== null || seen.lastModified !== null;
    try {
      if (response.statusCode === 304 && isConditional) {
        response.resume();
        return { kind: 'unchanged' };
      }
      const bytes = await readBody(response);
      const { etag = null, 'last-modified': lastModified = null } = response.headers;
      return { kind: 'fetched', bytes, etag, lastModified };
    } catch (error) {
      response.destroy();
      throw error;
    }
  }

  return {
    async fetch(url, seen = { etag: null, lastModified: null }) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await fetchPicture(url, seen, signal);
      } catch (error) {
        const reason = signal.aborted ? TOO_LATE : reasonOf(error);
        return SILENCES.has(reason)
          ? { kind: 'failed', reason, isSilence: true }
          : { kind: 'failed', reason };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof FetchFailure || error instanceof RefusedAddressError ? error.message : NO_CONNECTION;

/** DNS lookups cannot be cancelled; the result is ignored. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new FetchFailure(TOO_LATE)), { once: true });
    }),
  ]);

/** @throws FetchFailure for any response other than an uncompressed 200 within the size limit */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw new FetchFailure(`HTTP ${statusCode}`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new FetchFailure('a compressed response');
  if (Number(headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw new FetchFailure(TOO_LARGE);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PICTURE_BYTES) throw new FetchFailure(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
