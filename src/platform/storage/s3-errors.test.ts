import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { StorageVariablesSchema } from '#src/config/environment-variables.ts';
import { createS3Storage } from './s3-storage.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

const SECRET = 'a-secret-that-no-message-shows';

/** An S3 that refuses every request; the body is what Amazon's sends. */
async function refusing(status: number, code: string) {
  const started = createServer((_req, res) => {
    res.writeHead(status, { 'content-type': 'application/xml' });
    res.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused</Message><RequestId>1</RequestId></Error>`,
    );
  });
  server = started;
  return storeAt(await originOf(started));
}

async function originOf(started: Server): Promise<string> {
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
  const address = started.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
}

const storeAt = (endpoint: string) =>
  createS3Storage(
    { bucket: 'sites', prefix: '' },
    v.parse(StorageVariablesSchema, {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: 'key-id',
      AWS_SECRET_ACCESS_KEY: SECRET,
    }),
  );

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const message = error instanceof Error ? error.message : '';
  expect(message).not.toContain(SECRET);
  return message;
};

const put = (store: Awaited<ReturnType<typeof refusing>>) =>
  store.put('a', Buffer.from('x'), { contentType: 'text/plain', cacheControl: 'no-store' });

it('PLAT-04 a refused key is reported with the rights it needs, and is not taken for a missing file', async () => {
  for (const code of ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied']) {
    const store = await refusing(403, code);
    expect(await refusal(put(store))).toMatch(
      new RegExp(
        `refuses the key in AWS_ACCESS_KEY_ID for the bucket "sites" \\(${code}\\)\\. It needs s3:ListBucket`,
      ),
    );
    expect(await refusal(store.get('a'))).toContain('refuses the key');
    server?.close();
  }
});

it('PLAT-04 a bucket of another region and one that does not exist are reported', async () => {
  expect(await refusal(put(await refusing(301, 'PermanentRedirect')))).toContain(
    'is in another region: set AWS_REGION',
  );
  server?.close();
  expect(await refusal((await refusing(404, 'NoSuchBucket')).list(''))).toMatch(
    /^There is no bucket "sites" at http:\/\/127\.0\.0\.1:\d+\.$/,
  );
});

it('PLAT-04 an S3 that cannot be reached is named', async () => {
  expect(await refusal(storeAt('http://127.0.0.1:9').get('a'))).toBe(
    'http://127.0.0.1:9 cannot be reached (ECONNREFUSED). See AWS_ENDPOINT_URL_S3.',
  );
});

it('PLAT-04 an S3 that takes connections and sends nothing, or next to nothing, is given up in seconds', async () => {
  const silent = createServer((req, res) => {
    if (req.url?.includes('/slow') !== true) return;
    res.writeHead(200, { etag: '"a"' });
    const drip = setInterval(() => res.write('x'), 200);
    res.on('close', () => clearInterval(drip));
  });
  server = silent;
  const store = storeAt(await originOf(silent));
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-silent-s3-'));
  const file = join(folder, 'feed.csv');
  writeFileSync(file, 'stock');
  const started = Date.now();
  try {
    const refused = await Promise.all(
      [
        put(store),
        store.putFile('a', file, { contentType: 'text/csv', cacheControl: 'no-store' }),
        ...[store.get('a'), store.get('slow'), store.getIfChanged('slow', undefined)],
        ...[store.head('a'), store.delete('a')],
      ].map(refusal),
    );
    expect(Date.now() - started).toBeLessThan(9000);
    const said = expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+ (?:does not finish in time|cannot be reached \(ECONNRESET\))\. /,
    );
    expect(refused).toEqual(Array(7).fill(said));
  } finally {
    silent.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}, 15_000);
