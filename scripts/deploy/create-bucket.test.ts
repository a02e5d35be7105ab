import { GetBucketLifecycleConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { startS3 } from '../../tests/fixtures/s3-server.ts';
import { runCreateBucket } from './create-bucket.ts';

let server: Awaited<ReturnType<typeof startS3>>;
beforeEach(async () => {
  server = await startS3();
  for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

/** What the command prints, and its exit code. */
async function create(url: string) {
  vi.stubEnv('STORAGE_URL', url);
  const { terminal, out, err } = recordedTerminal();
  return { code: await runCreateBucket([], terminal), said: out() + err() };
}

it('PLAT-80 the bucket of STORAGE_URL is created, and the command may run again', async () => {
  // Amazon's first region accepts a second bucket of the name without an error, the others do not.
  for (const region of ['us-east-1', 'ap-southeast-2']) {
    vi.stubEnv('AWS_REGION', region);
    const made = { code: 0, said: `There is a bucket ${region}.` };
    expect(await create(`s3://${region}/sites`)).toEqual(made);
    const storage = await openStorage(`s3://${region}/sites`, server.variables);
    await storage.put('live.json', Buffer.from('{}'), PRIVATE_FILE);
    expect(await create(`s3://${region}/sites`)).toEqual(made);
    expect((await storage.get('live.json'))?.toString()).toBe('{}');
    storage.close();
  }
  expect(await create('')).toEqual({ code: 2, said: expect.stringContaining('STORAGE_URL names no bucket') });
});

it('PLAT-80 parts of unfinished uploads expire in a bucket without rules of its own', async () => {
  await create('s3://expiring/sites');
  await create('s3://expiring/sites');
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: server.env.AWS_ENDPOINT_URL_S3,
    forcePathStyle: true,
  });
  const { Rules } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: 'expiring' }));
  client.destroy();
  expect(Rules).toMatchObject([{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }]);
});
