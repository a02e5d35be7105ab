import { StoreError } from './store.ts';

const MISSING_KEY = new Set(['NoSuchKey', 'NotFound']);
const REFUSED_KEY = new Set(['AccessDenied', 'Forbidden', 'InvalidAccessKeyId', 'SignatureDoesNotMatch']);
const NO_KEY = new Set(['CredentialsProviderError']);
const OTHER_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraint',
]);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'TimeoutError']);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export const isMissingKey = (error: unknown): boolean => MISSING_KEY.has(nameOf(error));

type Context = {
  bucket: string;
  endpoint: string;
  /** Buckets this key may list. */
  bucketNames: () => Promise<string[]>;
};

/** What a person can do about an error of S3. Keys and signatures are never part of it. */
export async function inWords(error: unknown, { bucket, endpoint, bucketNames }: Context): Promise<unknown> {
  const name = nameOf(error);
  const at = endpoint || 'Amazon S3';
  if (name === 'NoSuchBucket') {
    const names = await bucketNames().catch(() => []);
    const others = names.length > 0 ? ` There is: ${names.join(', ')}.` : '';
    return new StoreError(`There is no bucket "${bucket}" at ${at}.${others}`);
  }
  if (NO_KEY.has(name)) {
    return new StoreError(`No key for ${at}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (REFUSED_KEY.has(name)) {
    return new StoreError(
      `${at} refuses the key in AWS_ACCESS_KEY_ID for the bucket "${bucket}" (${name}). It needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`,
    );
  }
  if (OTHER_REGION.has(name)) {
    return new StoreError(`The bucket "${bucket}" is in another region: set AWS_REGION (${name}).`);
  }
  const unreachable = [codeOf(error), name].find((word) => UNREACHABLE.has(word));
  if (unreachable)
    return new StoreError(`${at} cannot be reached (${unreachable}). See AWS_ENDPOINT_URL_S3.`);
  return error;
}
