import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import * as v from 'valibot';
import type { StorageVariables } from '#src/config/environment-variables.ts';
import {
  CONTENT_ENCODINGS,
  type FileHeaders,
  type ObjectStorage,
  StorageError,
  type StoredFile,
} from './object-storage.ts';
import { replaceFile } from './replace-file.ts';

const MISSING_KEY = new Set(['NoSuchKey', 'NotFound']);
const REFUSED_KEY = new Set(['AccessDenied', 'Forbidden', 'InvalidAccessKeyId', 'SignatureDoesNotMatch']);
const NO_KEY = new Set(['CredentialsProviderError']);
const OTHER_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraint',
]);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'TimeoutError',
]);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const isMissingKey = (error: unknown): boolean => MISSING_KEY.has(nameOf(error));
/** The SDK reports 304 as an error without a type. */
const isUnchanged = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 304;

type Context = {
  bucket: string;
  endpoint: string;
  /** Buckets this key may list. */
  bucketNames: () => Promise<string[]>;
};

/** Turns an S3 error into a message with a remedy. Keys and signatures are never included. */
async function describeError(error: unknown, { bucket, endpoint, bucketNames }: Context): Promise<unknown> {
  const name = nameOf(error);
  const at = endpoint || 'Amazon S3';
  if (name === 'NoSuchBucket') {
    const names = await bucketNames().catch(() => []);
    const others = names.length > 0 ? ` There is: ${names.join(', ')}.` : '';
    return new StorageError(`There is no bucket "${bucket}" at ${at}.${others}`);
  }
  if (NO_KEY.has(name)) {
    return new StorageError(`No key for ${at}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (REFUSED_KEY.has(name)) {
    return new StorageError(
      `${at} refuses the key in AWS_ACCESS_KEY_ID for the bucket "${bucket}" (${name}). It needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`,
    );
  }
  if (OTHER_REGION.has(name)) {
    return new StorageError(`The bucket "${bucket}" is in another region: set AWS_REGION (${name}).`);
  }
  const unreachable = [codeOf(error), name].find((word) => UNREACHABLE.has(word));
  if (unreachable)
    return new StorageError(`${at} cannot be reached (${unreachable}). See AWS_ENDPOINT_URL_S3.`);
  if (name === 'AbortError') return new StorageError(`${at} does not finish in time. Try again later.`);
  if (error instanceof S3ServiceException && error.$fault === 'server')
    return new StorageError(`${at} is failing at the moment (${name}). Try again later.`);
  return error;
}

const MAX_ATTEMPTS = 5;
/** A shopper may be waiting for the response. */
const CONNECTION_TIMEOUT_MS = 3000;
/** Without a byte. */
const SOCKET_TIMEOUT_MS = 15_000;
/** All attempts at a small object together. */
const DEADLINE_MS = 5000;
/** Slower lines are given up. */
const MIN_BYTES_PER_MS = 100;
const deadline = (bytes = 0) => AbortSignal.timeout(DEADLINE_MS + Math.ceil(bytes / MIN_BYTES_PER_MS));

/** Files above this are sent in parts, of which S3 takes 10,000; only a part is in memory. */
const PART_BYTES = 8 * 1024 * 1024;
/** For objects uploaded in one part, the ETag is their MD5, unless the bucket encrypts with a customer's key. */
const MD5 = /^"?([\da-f]{32})"?$/;

const md5In = (etag = ''): { md5?: string } => {
  const md5 = MD5.exec(etag)?.[1];
  return md5 ? { md5 } : {};
};

const headersOf = ({ contentType, cacheControl, contentEncoding }: FileHeaders) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
  ...(contentEncoding && { ContentEncoding: contentEncoding }),
});

const EncodingSchema = v.fallback(v.optional(v.picklist(CONTENT_ENCODINGS)), undefined);

/** A bucket of Amazon S3 or a compatible server: R2, Spaces, B2, MinIO, Ceph. */
type S3Location = {
  bucket: string;
  /** Prefix of all keys: empty, or ending with a slash. */
  prefix: string;
};

function clientOf(variables: StorageVariables): S3Client {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const { AWS_ENDPOINT_URL_S3: endpoint, AWS_SESSION_TOKEN: sessionToken } = variables;
  return new S3Client({
    region: variables.AWS_REGION,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
    // Other servers do not support Amazon's checksums; TLS and Content-Length are enough.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && {
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    }),
  });
}

/** Without a key in the environment, the SDK uses the machine's role. */
export function createS3Storage({ bucket, prefix }: S3Location, variables: StorageVariables): ObjectStorage {
  const client = clientOf(variables);
  const Bucket = bucket;
  const keyOf = (key: string) => prefix + key;

  const bucketNames = async (): Promise<string[]> => {
    const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
    return Buckets.flatMap(({ Name }) => Name ?? []);
  };

  /** Translates errors; `ifMissing` is returned for a missing key. */
  async function attempt<T>(work: () => Promise<T>): Promise<T>;
  async function attempt<T, U>(work: () => Promise<T>, ifMissing: U): Promise<T | U>;
  async function attempt<T, U>(work: () => Promise<T>, ...ifMissing: U[]): Promise<T | U> {
    try {
      return await work();
    } catch (error) {
      if (ifMissing.length > 0 && isMissingKey(error)) return ifMissing[0] as U;
      throw await describeError(error, { bucket, endpoint: variables.AWS_ENDPOINT_URL_S3, bucketNames });
    }
  }

  async function pages(below: string, Delimiter?: string) {
    const found = [];
    const input = { Bucket, Prefix: keyOf(below), ...(Delimiter && { Delimiter }) };
    for await (const page of paginateListObjectsV2({ client }, input)) found.push(page);
    return found;
  }

  const entries = (below: string) =>
    attempt(async () => (await pages(below)).flatMap(({ Contents = [] }) => Contents));

  async function* listed(below: string): AsyncGenerator<StoredFile[]> {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: keyOf(below) });
    for (;;) {
      const { done, value } = await attempt(() => pages.next());
      if (done) return;
      yield (value.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date(), ETag }) => ({
        ...{ key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified },
        ...md5In(ETag),
      }));
    }
  }

  return {
    kind: 'objects',
    name: `s3://${bucket}/${prefix}`,
    async put(key, body, headers) {
      const input = { Bucket, Key: keyOf(key), Body: body, ...headersOf(headers) };
      await attempt(() => client.send(new PutObjectCommand(input), { abortSignal: deadline(body.length) }));
    },
    get: (key) =>
      attempt(async () => {
        const input = { Bucket, Key: keyOf(key) };
        const { Body } = await client.send(new GetObjectCommand(input), { abortSignal: deadline() });
        return Body && Buffer.from(await Body.transformToByteArray());
      }, undefined),
    getIfChanged: (key, etag) =>
      attempt(async () => {
        try {
          const input = { Bucket, Key: keyOf(key), ...(etag !== undefined && { IfNoneMatch: etag }) };
          const command = new GetObjectCommand(input);
          const { Body, ETag = '' } = await client.send(command, { abortSignal: deadline() });
          return { body: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag };
        } catch (error) {
          if (isUnchanged(error)) return 'unchanged' as const;
          throw error;
        }
      }, undefined),
    async putFile(key, file, headers) {
      await attempt(async () => {
        const params = { Bucket, Key: keyOf(key), Body: createReadStream(file), ...headersOf(headers) };
        const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 });
        deadline((await stat(file)).size).addEventListener('abort', () => void upload.abort());
        await upload.done();
      });
    },
    getFile: (key, file) =>
      attempt(async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }));
        if (!(Body instanceof Readable)) throw new StorageError(`${key} has no content.`);
        await replaceFile(file, (handle) => handle.writeFile(Body));
        return true;
      }, false),
    address: (key) =>
      variables.STORAGE_PUBLIC_URL === ''
        ? undefined
        : `${variables.STORAGE_PUBLIC_URL}/${key.split('/').map(encodeURIComponent).join('/')}`,
    head: (key) =>
      attempt(async () => {
        const command = new HeadObjectCommand({ Bucket, Key: keyOf(key) });
        const found = await client.send(command, { abortSignal: deadline() });
        const contentEncoding = v.parse(EncodingSchema, found.ContentEncoding);
        const headers = {
          contentType: found.ContentType ?? '',
          cacheControl: found.CacheControl ?? '',
          ...(contentEncoding && { contentEncoding }),
        };
        const { ContentLength = 0, ETag = '', LastModified = new Date() } = found;
        return { bytes: ContentLength, etag: ETag, modifiedAt: LastModified, headers, ...md5In(ETag) };
      }, undefined),
    async list(below) {
      return (await entries(below)).map(({ Key = '', Size = 0, LastModified = new Date() }) => ({
        key: Key.slice(prefix.length),
        bytes: Size,
        modifiedAt: LastModified,
      }));
    },
    pages: listed,
    async folders(below) {
      const found = await attempt(() => pages(below, '/'));
      const names = found.flatMap(({ CommonPrefixes = [] }) => CommonPrefixes);
      return names.map(({ Prefix = '' }) => Prefix.slice(keyOf(below).length).replace(/\/$/, ''));
    },
    async md5s(below) {
      const sums = new Map<string, string>();
      for (const { Key = '', ETag = '' } of await entries(below)) {
        const { md5 } = md5In(ETag);
        if (md5) sums.set(Key.slice(prefix.length), md5);
      }
      return sums;
    },
    copy: (from, to) =>
      attempt(async () => {
        const CopySource = `${bucket}/${keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
        await client.send(new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource }));
        return true;
      }, false),
    async delete(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: keyOf(key) });
      await attempt(() => client.send(command, { abortSignal: deadline() }), undefined);
    },
    async link() {},
    close: () => client.destroy(),
  };
}
