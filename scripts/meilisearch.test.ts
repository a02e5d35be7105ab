import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { expect, it, onTestFinished } from 'vitest';

const KEY = 'a-key-of-this-test-alone';
type Run = { child: ChildProcess; output(): string; code: Promise<number | null> };

function run(variables: Record<string, string>): Run {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-meilisearch-'));
  const child = spawn(process.execPath, ['scripts/meilisearch.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, MEILI_KEY: KEY, ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = once(child, 'close').then(([ended]) => ended as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await code;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { child, output: () => output, code };
}

it.each([
  ['a short key', { MEILI_KEY: 'short' }, 'openssl rand -hex 32'],
  ['another machine', { MEILI_HOST: 'https://search.example.com' }, 'a port of this machine'],
  ['an address that is none', { MEILI_HOST: '7700' }, 'MEILI_HOST: expected the address of Meilisearch'],
])(
  'PLAT-02 the search engine is not started with %s, and the reason is given',
  async (_, variables, reason) => {
    const { code, output } = run(variables);
    expect(await code).toBeGreaterThan(0);
    expect(output()).toContain(reason);
  },
);

it('PLAT-02 what has the port of the search engine is not taken for it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const { code, output } = run({ MEILI_HOST: `http://127.0.0.1:${port}` });
  expect(await code).toBe(1);
  expect(output()).toContain(`Port ${port} is taken.`);
});

it('PLAT-02 the search engine runs with the key of its environment until a signal stops it', async () => {
  const host = `http://127.0.0.1:${await getPort()}`;
  const { child, code, output } = run({ MEILI_HOST: host });
  await expect.poll(output).toContain(`Meilisearch is running at ${host}.`);
  const statusWith = async (key: string) =>
    (await fetch(`${host}/indexes`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await statusWith(KEY), await statusWith('another')]).toEqual([200, 403]);
  child.kill('SIGINT');
  expect(await code).toBe(0);
  await expect(fetch(host)).rejects.toThrow();
});
