import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { readStorageVariables } from '#src/config/environment.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { commandOf, UsageError } from '../command/command.ts';

const USAGE = `Creates the bucket of STORAGE_URL in an object store of your own, unless it is there.

  node scripts/deploy/create-bucket.ts`;

const options = { help: { type: 'boolean', short: 'h', default: false } } as const;

const EXISTS = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

async function createBucket(client: S3Client, name: string): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket: name }));
  } catch (error) {
    if (!(error instanceof S3ServiceException && EXISTS.has(error.name))) throw error;
  }
}

/** Of an upload in parts whose process was killed. */
const UNFINISHED_DAYS = 2;

/** Removes the parts of unfinished uploads, which no list shows, unless the bucket has rules of its own. */
async function expireUnfinished(client: S3Client, name: string): Promise<void> {
  const hasRules = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: name })).then(
    ({ Rules = [] }) => Rules.length > 0,
    (error: unknown) => {
      if (error instanceof S3ServiceException && error.name === 'NoSuchLifecycleConfiguration') return false;
      throw error;
    },
  );
  if (hasRules) return;
  const rule = {
    ID: 'unfinished uploads',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
  } as const;
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: name,
      LifecycleConfiguration: { Rules: [rule] },
    }),
  );
}

/** What the command does. @returns the exit code */
export const runCreateBucket = commandOf(USAGE, options, async (_called, terminal) => {
  const { STORAGE_URL, AWS_ENDPOINT_URL_S3, AWS_REGION } = readStorageVariables(process.env);
  if (STORAGE_URL === '') throw new UsageError('STORAGE_URL names no bucket.');
  const { hostname } = new URL(STORAGE_URL);
  // The key is that of the standard variables, which Amazon's client reads itself.
  const client = new S3Client({ region: AWS_REGION, endpoint: AWS_ENDPOINT_URL_S3, forcePathStyle: true });
  try {
    await createBucket(client, hostname);
    terminal.log(`There is a bucket ${hostname}.`);
    // Not all object stores have such rules.
    await expireUnfinished(client, hostname).catch((error: unknown) =>
      terminal.error(`Unfinished uploads do not expire there: ${plainReason(error)}`),
    );
  } finally {
    client.destroy();
  }
  return 0;
});

if (import.meta.main) process.exitCode = await runCreateBucket(process.argv.slice(2), console);
