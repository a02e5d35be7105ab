import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import {
  ConditionFailed,
  type FileHeaders,
  type ObjectStorage,
  type PutCondition,
} from '#src/platform/storage/object-storage.ts';
import { createS3Storage } from '#src/platform/storage/s3-storage.ts';
import { expireReleases } from '#src/publishing/store/expire-releases.ts';
import {
  manifestKey,
  promoteRelease,
  readManifest,
  readPointer,
  releasePrefix,
  writeManifest,
} from '#src/publishing/store/published-releases.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';

const PAGE: FileHeaders = {
  contentType: 'text/html;charset=utf-8',
  cacheControl: 'public, max-age=0, must-revalidate',
};
const text = (content: string) => Buffer.from(content);
const md5 = (content: string) => createHash('md5').update(content).digest('hex');

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

let folder: string;
let prefixes = 0;
const STORES: Record<string, () => ObjectStorage> = {
  'a folder': () => createFolderStorage(folder),
  'a bucket': () => createS3Storage({ bucket: BUCKET, prefix: '' }, s3.variables),
  'a path in a bucket': () =>
    createS3Storage({ bucket: BUCKET, prefix: `previews/${prefixes++}/` }, s3.variables),
};

describe.each(Object.entries(STORES))('PLAT-04 %s', (_name, open) => {
  let store: ObjectStorage;
  let site: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-store-'));
    store = open();
    site = `site-${prefixes++}`;
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists files page by page in the order of keys', async () => {
    const names = ['a/z', 'a.b', 'a/b/c', 'b', 'a-1/x'];
    for (const name of names) await store.put(`${site}/${name}`, text(name), PAGE);
    const found: string[] = [];
    for await (const page of store.pages(`${site}/`))
      found.push(...page.map(({ key, bytes }) => `${key} ${bytes}`));
    expect(found).toEqual(names.sort().map((name) => `${site}/${name} ${name.length}`));
    for await (const page of store.pages('none/')) expect(page).toEqual([]);
  });

  it('gives back what was put, and the newer of two', async () => {
    await store.put(`${site}/a.html`, text('one'), PAGE);
    await store.put(`${site}/a.html`, text('two, longer'), PAGE);
    expect((await store.get(`${site}/a.html`))?.toString()).toBe('two, longer');
    expect(await store.head(`${site}/a.html`)).toMatchObject({ bytes: 11 });
  });

  it('knows nothing of a key that was never put', async () => {
    expect(await store.get(`${site}/none`)).toBeUndefined();
    expect(await store.head(`${site}/none`)).toBeUndefined();
    expect(await store.list(`${site}/`)).toEqual([]);
    expect(await store.folders(`${site}/`)).toEqual([]);
    expect(await store.copy(`${site}/none`, `${site}/some`)).toBe(false);
    await store.delete(`${site}/none`);
  });

  it('PLAT-90 gives content only if it is other than what is known', async () => {
    const key = `${site}/live.json`;
    expect(await store.getIfChanged(key, undefined)).toBeUndefined();
    await store.put(key, text('one'), PAGE);
    const first = await store.getIfChanged(key, undefined);
    if (!first || first === 'unchanged') throw new Error('nothing was read');
    expect(first.body.toString()).toBe('one');
    expect(await store.getIfChanged(key, first.etag)).toBe('unchanged');
    await store.put(key, text('two'), PAGE);
    const second = await store.getIfChanged(key, first.etag);
    expect(second).toMatchObject({ body: Buffer.from('two') });
    await store.delete(key);
    expect(await store.getIfChanged(key, first.etag)).toBeUndefined();
  });

  it('PLAT-90 writes under a condition only if the key has the content it names, or none', async () => {
    const key = `${site}/live.json`;
    const etag = async () => {
      const found = await store.getIfChanged(key, undefined);
      return found && found !== 'unchanged' ? found.etag : '';
    };
    await store.put(key, text('one'), PAGE, { ifAbsent: true });
    const first = await etag();
    await store.put(key, text('two'), PAGE, { ifMatch: first });
    expect((await store.get(key))?.toString()).toBe('two');
    await store.put(key, text('three'), PAGE, { ifMatch: await etag() });
    // The S3 server of the tests ignores conditions.
    if (store.kind === 'objects') return;
    for (const condition of [{ ifMatch: first }, { ifAbsent: true }] as const)
      await expect(store.put(key, text('four'), PAGE, condition)).rejects.toThrow(ConditionFailed);
    expect((await store.get(key))?.toString()).toBe('three');
  });

  it('PLAT-90 takes and gives files of any size, and leaves none where there is no key', async () => {
    const content = randomBytes(20_000_000);
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    writeFileSync(from, content);
    await store.putFile(`${site}/large`, from, PAGE);
    expect(await store.head(`${site}/large`)).toMatchObject({ bytes: content.length });
    expect(await store.getFile(`${site}/large`, to)).toBe(true);
    expect(readFileSync(to).equals(content)).toBe(true);
    expect(await store.getFile(`${site}/none`, join(folder, 'none'))).toBe(false);
    expect(readdirSync(folder).sort()).not.toContain('none');
  });

  it('lists what is below a prefix, and nothing beside it', async () => {
    for (const key of ['a/index.html', 'a/b/c.css', 'ab/d.css', 'e.txt']) {
      await store.put(`${site}/${key}`, text(key), PAGE);
    }
    const keys = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key).sort();
    expect(await keys(`${site}/a/`)).toEqual([`${site}/a/b/c.css`, `${site}/a/index.html`]);
    expect(await keys(`${site}/`)).toHaveLength(4);
    expect((await store.folders(`${site}/`)).sort()).toEqual(['a', 'ab']);
    const [file] = await store.list(`${site}/a/b/`);
    expect(file).toMatchObject({ bytes: 9 });
    expect(Math.abs(Date.now() - Number(file?.modifiedAt))).toBeLessThan(60_000);
    expect(Object.fromEntries(await store.md5s(`${site}/a/`))).toEqual({
      [`${site}/a/b/c.css`]: md5('a/b/c.css'),
      [`${site}/a/index.html`]: md5('a/index.html'),
    });
  });

  it('lists more files than one response of S3 has', async () => {
    const names = Array.from({ length: 1100 }, (_, at) => `${site}/many/${at}`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, text('x'), PAGE)));
    }
    expect((await store.list(`${site}/many/`)).map(({ key }) => key).sort()).toEqual(names.sort());
  });

  it('copies, also over another file, and a copy is independent of its original', async () => {
    await store.put(`${site}/a`, text('one'), PAGE);
    await store.put(`${site}/b/c`, text('other'), PAGE);
    expect(await store.copy(`${site}/a`, `${site}/b/c`)).toBe(true);
    await store.put(`${site}/a`, text('two'), PAGE);
    expect((await store.get(`${site}/b/c`))?.toString()).toBe('one');
    expect(await store.copy(`${site}/a`, `${site}/a2`)).toBe(true);
    await store.delete(`${site}/a`);
    expect((await store.get(`${site}/a2`))?.toString()).toBe('two');
    expect((await store.list(`${site}/`)).map(({ key }) => key).sort()).toEqual([
      `${site}/a2`,
      `${site}/b/c`,
    ]);
  });

  it('forgets what is deleted, and the folder that becomes empty', async () => {
    await store.put(`${site}/a/b`, text('x'), PAGE);
    await store.put(`${site}/c/d`, text('x'), PAGE);
    await store.delete(`${site}/a/b`);
    expect(await store.get(`${site}/a/b`)).toBeUndefined();
    expect(await store.folders(`${site}/`)).toEqual(['c']);
  });

  it('takes names with spaces, accents and signs of addresses', async () => {
    const names = ['sp ace', 'plu+s', 'é', "it's (x)", 'a%20b', 'a&b=c?d#e', 'ü/ö'];
    for (const name of names) {
      await store.put(`${site}/${name}`, text(name), PAGE);
      expect(await store.copy(`${site}/${name}`, `${site}/copy/${name}`), name).toBe(true);
      expect((await store.get(`${site}/copy/${name}`))?.toString()).toBe(name);
    }
    const listed = (await store.list(`${site}/copy/`)).map(({ key }) => key.slice(`${site}/copy/`.length));
    expect(listed.sort()).toEqual([...names].sort());
  });

  it('stores bytes as they are, and headers with them if it is a bucket', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    const headers: FileHeaders = { ...PAGE, contentEncoding: 'gzip' };
    await store.put(`${site}/a`, bytes, headers);
    await store.copy(`${site}/a`, `${site}/b`);
    for (const key of ['a', 'b']) {
      expect((await store.get(`${site}/${key}`))?.equals(bytes)).toBe(true);
      const head = await store.head(`${site}/${key}`);
      expect(head).toMatchObject({ bytes: 256, ...(store.kind === 'objects' && { headers }) });
    }
  });

  /** Releases of one page each, published long ago. */
  async function publishLongAgo(...releases: string[]): Promise<void> {
    for (const release of releases) {
      await store.put(`${releasePrefix(site, release)}index.html`, text(release), PAGE);
      const files = { 'index.html': { bytes: release.length, md5: md5(release), ...PAGE } };
      await writeManifest(store, { site, release, publishedAt: '2020-01-01T00:00:00.000Z', files });
    }
  }
  const page = async (release: string) =>
    (await store.get(`${releasePrefix(site, release)}index.html`))?.toString();

  it('expires no release that goes live while others are removed, nor while it is itself', async () => {
    await publishLongAgo('a', 'b', 'c');
    // The list of releases of the same age has no order.
    let promoted = '';
    const deleteAndPromote = async (key: string) => {
      const going = ['a', 'b', 'c'].find((release) => key === manifestKey(site, release));
      if (going !== undefined && promoted === '') {
        promoted = going;
        await promoteRelease(store, site, going === 'a' ? 'b' : 'a');
        await promoteRelease(store, site, going);
      }
      await store.delete(key);
    };
    const [removed, ...more] = await expireReleases({ ...store, delete: deleteAndPromote }, site, {
      days: 30,
    });
    expect([removed?.release, more]).toEqual([expect.not.stringMatching(promoted), []]);
    const { release = '', before = '' } = (await readPointer(store, site)) ?? {};
    expect(release).toBe(promoted);
    for (const stays of [release, before]) {
      expect([stays, await page(stays)]).toEqual([stays, stays]);
      expect(await readManifest(store, site, stays)).toBeDefined();
    }
  });

  it('expires no upload that is completed while others are removed', async () => {
    await publishLongAgo('a', 'b');
    await store.delete(manifestKey(site, 'b'));
    const deleteAndComplete = async (key: string) => {
      await store.delete(key);
      if (key === manifestKey(site, 'a')) await publishLongAgo('b');
    };
    const tomorrow = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000);
    const options = { days: 30, now: tomorrow };
    const expired = await expireReleases({ ...store, delete: deleteAndComplete }, site, options);
    expect(expired.map(({ release }) => release)).toEqual(['a']);
    expect(await page('b')).toBe('b');
  });

  it('makes no release live that is removed meanwhile', async () => {
    await publishLongAgo('a', 'b');
    const promoteRemoved = (release: string) => {
      const put: ObjectStorage['put'] = async (key, ...rest) => {
        await store.put(key, ...rest);
        await store.delete(manifestKey(site, release));
      };
      return promoteRelease({ ...store, put }, site, release);
    };
    await expect(promoteRemoved('a')).rejects.toThrow(
      `Release "a" of "${site}" was removed from ${store.name} while it was made live, perhaps by "expire". No release is live. Publish it again, or choose another. There is: b.`,
    );
    expect(await readPointer(store, site)).toBeUndefined();
    await publishLongAgo('a');
    await promoteRelease(store, site, 'b');
    await expect(promoteRemoved('a')).rejects.toThrow('"b" is live as before.');
    expect(await readPointer(store, site)).toMatchObject({ release: 'b' });
    if (store.kind === 'folder') expect(readlinkSync(join(folder, site, 'live'))).toBe('releases/b');
  });
});

it('PLAT-90 a bucket is asked for its condition, and its refusal is one; a server without conditions is asked again', async () => {
  const asked: (string | undefined)[][] = [];
  const answers: [number, string][] = [
    [412, 'PreconditionFailed'],
    [409, 'ConditionalRequestConflict'],
    [501, 'NotImplemented'],
    [200, ''],
  ];
  const server = createServer((req, res) => {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = req.headers;
    asked.push([req.method, ifMatch, ifNoneMatch]);
    const [status, code] = answers[asked.length - 1] ?? [500, 'InternalError'];
    req.resume().once('end', () => {
      res.writeHead(status, { 'content-type': 'application/xml' });
      res.end(code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = createS3Storage({ bucket: BUCKET, prefix: '' }, { ...s3.variables, AWS_ENDPOINT_URL_S3 });
  try {
    const put = (condition: PutCondition) => store.put('live.json', text('{}'), PAGE, condition);
    await expect(put({ ifMatch: '"one"' })).rejects.toThrow(ConditionFailed);
    await expect(put({ ifAbsent: true })).rejects.toThrow(ConditionFailed);
    await put({ ifMatch: '"one"' });
    expect(asked).toEqual([
      ['PUT', '"one"', undefined],
      ['PUT', undefined, '*'],
      ['PUT', '"one"', undefined],
      ['PUT', undefined, undefined],
    ]);
  } finally {
    store.close();
    server.closeAllConnections();
    server.close();
  }
});
