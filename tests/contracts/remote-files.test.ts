import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectTo } from '#src/platform/transfer/connect-to.ts';
import type { RemoteFiles, RemotePlace, TransferOptions } from '#src/platform/transfer/remote-files.ts';
import {
  certificateFingerprint,
  type FileServer,
  keyFingerprint,
  PASSPHRASE,
  PASSWORD,
  SSH_KEYS,
  TLS,
  USER,
} from '../fixtures/file-servers/file-server.ts';
import { type FtpServer, startFtpServer } from '../fixtures/file-servers/ftp-server.ts';
import { startHeldConnections } from '../fixtures/file-servers/held-connections.ts';
import {
  hasOpenSsh,
  hasPyftpdlib,
  startOpenSsh,
  startPyftpdlib,
} from '../fixtures/file-servers/installed-servers.ts';
import { startSsh2Server } from '../fixtures/file-servers/ssh2-server.ts';

const OPENING_KEY = { privateKey: SSH_KEYS.user.private, passphrase: PASSPHRASE };
const HOST_KEY = keyFingerprint(SSH_KEYS.hostEd25519.public);
const OTHER_HOST_KEY = keyFingerprint(SSH_KEYS.stranger.public);

type Way = {
  id: 'FEED-08' | 'FEED-09';
  protocol: 'sftp' | 'ftp' | 'ftps';
  start: () => Promise<FileServer & { user?: string }>;
  /** What opens the server, beside the user. */
  secrets: Partial<RemotePlace>;
  wrongSecrets: Partial<RemotePlace>;
};

const password = { password: PASSWORD };
const wrongPassword = { password: 'wrong' };
const strangersKey = { privateKey: SSH_KEYS.stranger.private };
const WAYS: Readonly<Record<string, Way>> = {
  'SFTP with a password': {
    ...{ id: 'FEED-08', protocol: 'sftp', start: startSsh2Server },
    secrets: { ...password, hostKey: HOST_KEY },
    wrongSecrets: { ...wrongPassword, hostKey: HOST_KEY },
  },
  'SFTP with a key': {
    ...{ id: 'FEED-08', protocol: 'sftp', start: startSsh2Server },
    secrets: { ...OPENING_KEY, hostKey: HOST_KEY },
    wrongSecrets: { ...strangersKey, hostKey: HOST_KEY },
  },
  ...(hasOpenSsh
    ? {
        'OpenSSH with a key': {
          ...{ id: 'FEED-08', protocol: 'sftp', start: startOpenSsh },
          secrets: { ...OPENING_KEY, hostKey: HOST_KEY },
          wrongSecrets: { ...strangersKey, hostKey: HOST_KEY },
        } satisfies Way,
      }
    : {}),
  FTP: {
    ...{ id: 'FEED-09', protocol: 'ftp', start: () => startFtpServer({ secure: false }) },
    ...{ secrets: password, wrongSecrets: wrongPassword },
  },
  FTPS: {
    ...{ id: 'FEED-09', protocol: 'ftps', start: () => startFtpServer({ secure: true }) },
    secrets: { ...password, hostKey: certificateFingerprint() },
    wrongSecrets: { ...wrongPassword, hostKey: certificateFingerprint() },
  },
  ...(hasPyftpdlib
    ? {
        'FTP of pyftpdlib': {
          ...{ id: 'FEED-09', protocol: 'ftp', start: startPyftpdlib },
          ...{ secrets: password, wrongSecrets: wrongPassword },
        } satisfies Way,
      }
    : {}),
};

const options = (port: number, more: Partial<TransferOptions> = {}): TransferOptions => ({
  allowedHosts: new Set([`127.0.0.1:${port}`, `localhost:${port}`]),
  signal: new AbortController().signal,
  totalMs: 60_000,
  stallMs: 30_000,
  ...more,
});
const CONTENT = 'stocknum,make\nA1,Kia\n'.repeat(20_000);
const LIMIT = 10_000_000;
const STALL_MS = 400;
const failsWith = (code: string) => expect.objectContaining({ name: 'TransferFailure', code });

describe.each(Object.entries(WAYS))('%s', (name, way) => {
  const { id, protocol } = way;
  const title = (what: string) => `${id} ${name}: ${what}`;
  let server: FileServer & { user?: string };
  let line: Awaited<ReturnType<typeof startHeldConnections>>;
  let folder: string;
  beforeAll(async () => {
    server = await way.start();
    line = await startHeldConnections(server.port);
  });
  afterAll(async () => {
    await line.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    rmSync(folder ?? '', { recursive: true, force: true });
    folder = mkdtempSync(join(tmpdir(), 'forecourt-transfer-'));
    for (const each of readdirSync(server.root)) rmSync(join(server.root, each), { recursive: true });
    if (server.credentials) server.credentials.length = 0;
    line.cut();
    line.hold(false);
    await expect.poll(() => line.count()).toBe(0);
  });

  const place = (more: Partial<RemotePlace> = way.secrets): RemotePlace => ({
    url: `${protocol}://127.0.0.1:${line.port}/`,
    user: server.user ?? USER,
    ...more,
  });
  const opened = (more: Partial<TransferOptions> = {}, at = place()) =>
    connectTo(at, options(line.port, more));
  const put = (file: string, content = CONTENT) => writeFileSync(join(server.root, file), content);
  const path = (file: string) => `${server.home}/${file}`;
  const file = () => join(folder, 'feed.csv');
  const using = async <T>(work: (files: RemoteFiles) => Promise<T>, more: Partial<TransferOptions> = {}) => {
    const files = await opened(more);
    try {
      return await work(files);
    } finally {
      await files.close();
    }
  };

  it(title('files are listed, described and downloaded, and no connection stays open'), async () => {
    put('stock 1.csv');
    const at = new Date('2026-11-29T10:20:30Z');
    utimesSync(join(server.root, 'stock 1.csv'), at, at);
    mkdirSync(join(server.root, 'old'));
    await using(async (files) => {
      const known = { name: 'stock 1.csv', bytes: CONTENT.length, modifiedAt: at };
      expect(await files.list(path(''))).toEqual([known]);
      expect(await files.stat(path('stock 1.csv'))).toEqual(known);
      expect(await files.stat(path('missing.csv'))).toBeUndefined();
      expect(await files.stat(path('old'))).toBeUndefined();
      await files.download(path('stock 1.csv'), file(), LIMIT);
    });
    expect(readFileSync(file(), 'utf8')).toBe(CONTENT);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await expect.poll(() => line.count()).toBe(0);
  });

  it(title('a file is uploaded whole in place of the last one, and nothing else is left'), async () => {
    await using(async (files) => {
      await files.upload(path('out.csv'), Buffer.from('one'));
      expect(readFileSync(join(server.root, 'out.csv'), 'utf8')).toBe('one');
      await files.upload(path('out.csv'), Buffer.from(CONTENT));
    });
    expect(readFileSync(join(server.root, 'out.csv'), 'utf8')).toBe(CONTENT);
    expect(readdirSync(server.root)).toEqual(['out.csv']);
  });

  it(title('a missing file, or a missing folder, is named as such'), async () => {
    await using(async (files) => {
      await expect(files.download(path('missing.csv'), file(), LIMIT)).rejects.toEqual(failsWith('no_file'));
      await expect(files.list(path('missing/'))).rejects.toEqual(failsWith('no_file'));
      await expect(files.upload(path('missing/out.csv'), Buffer.from('x'))).rejects.toEqual(
        failsWith('no_file'),
      );
    });
  });

  it(title('more bytes than allowed are not stored'), async () => {
    put('stock.csv');
    await using((files) =>
      expect(files.download(path('stock.csv'), file(), 1000)).rejects.toEqual(failsWith('too_large')),
    );
    expect(existsSync(file()) ? statSync(file()).size : 0).toBeLessThanOrEqual(1000);
  });

  it(title('wrong secrets are refused, with one message for all'), async () => {
    await expect(opened({}, place(way.wrongSecrets))).rejects.toEqual(failsWith('refused_sign_in'));
    await expect.poll(() => line.count()).toBe(0);
  });

  it(
    title('a server that stops answering is left after the stall, or after all the time there is'),
    async () => {
      put('stock.csv');
      for (const [more, code] of [
        [{ stallMs: STALL_MS }, 'stalled'],
        [{ totalMs: 900 }, 'too_slow'],
      ] as const) {
        line.hold(false);
        const connection: { files?: RemoteFiles } = {};
        const download = async () => {
          // On a busy machine even signing in may take all the time there is.
          connection.files = await opened(more);
          line.hold(true);
          await connection.files.download(path('stock.csv'), file(), LIMIT);
        };
        await expect(download()).rejects.toEqual(failsWith(code));
        const { files } = connection;
        await expect(files?.list(path('')) ?? download()).rejects.toEqual(failsWith(code));
        await files?.close();
        line.cut();
      }
      line.hold(true);
      await expect(opened({ stallMs: STALL_MS })).rejects.toEqual(failsWith('stalled'));
      line.cut();
    },
  );

  it(title('a stop ends at once what runs, and a connection that is cut is named as such'), async () => {
    put('stock.csv');
    const stopping = new AbortController();
    const files = await opened({ signal: stopping.signal });
    line.hold(true);
    const listing = files.list(path(''));
    stopping.abort();
    await expect(listing).rejects.toEqual(failsWith('stopped'));
    await files.close();
    await expect(opened({ signal: stopping.signal })).rejects.toEqual(failsWith('stopped'));
    line.cut();
    line.hold(false);
    const others = await opened();
    line.hold(true);
    const cut = others.list(path(''));
    setTimeout(() => line.cut(), 50);
    await expect(cut).rejects.toEqual(failsWith('cut_off'));
    await others.close();
  });

  it(
    title('private hosts and other ports than the usual are refused unless the operator allows them'),
    async () => {
      const nowhere = { allowedHosts: new Set<string>() };
      await expect(opened(nowhere)).rejects.toEqual(failsWith('unusual_port'));
      const usual = { ...place(), url: `${protocol}://127.0.0.1/` };
      await expect(opened(nowhere, usual)).rejects.toEqual(failsWith('private_address'));
      expect(line.count()).toBe(0);
    },
  );

  it(title('where nobody listens there is no connection'), async () => {
    const port = 1;
    const at = { ...place(), url: `${protocol}://127.0.0.1:${port}/` };
    await expect(connectTo(at, options(port))).rejects.toEqual(failsWith('no_connection'));
  });

  if (protocol === 'ftp') return;
  it(title('a server with another key or certificate gets neither name nor secret'), async () => {
    const words = () =>
      'words' in server && typeof server.words === 'function' ? String(server.words()) : '';
    const before = words().length;
    const other = { ...way.secrets, hostKey: OTHER_HOST_KEY };
    await expect(opened({}, place(other))).rejects.toEqual(failsWith('wrong_host_key'));
    await expect.poll(() => line.count()).toBe(0);
    expect(server.credentials ?? []).toEqual([]);
    expect(words().slice(before)).not.toMatch(/userauth-request/);
  });
});

describe('SFTP', () => {
  let server: Awaited<ReturnType<typeof startSsh2Server>>;
  beforeAll(async () => {
    server = await startSsh2Server();
  });
  afterAll(() => server.stop());
  const opened = (more: Partial<RemotePlace>) =>
    connectTo(
      { url: `sftp://127.0.0.1:${server.port}/`, user: USER, password: PASSWORD, hostKey: HOST_KEY, ...more },
      options(server.port),
    );

  it('FEED-08 any of the keys of a server may be the pinned one', async () => {
    const files = await opened({ hostKey: `${keyFingerprint(SSH_KEYS.hostRsa.public)}=` });
    expect(await files.list('/')).toEqual([]);
    await files.close();
  });

  it('FEED-08 a key may stand in one line, and one that cannot be read is named as such', async () => {
    const privateKey = SSH_KEYS.user.private.trim().replaceAll('\n', '\\n');
    const files = await opened({ password: undefined, privateKey, passphrase: PASSPHRASE });
    await files.close();
    for (const broken of [{ passphrase: 'wrong' }, { privateKey: 'no key' }])
      await expect(
        opened({ password: undefined, privateKey, passphrase: PASSPHRASE, ...broken }),
      ).rejects.toEqual(failsWith('bad_private_key'));
  });
});

describe('FTP', () => {
  let plain: FtpServer;
  let secure: FtpServer;
  let folder: string;
  beforeAll(async () => {
    plain = await startFtpServer({ secure: false });
    secure = await startFtpServer({ secure: true });
    folder = mkdtempSync(join(tmpdir(), 'forecourt-transfer-'));
    for (const { root } of [plain, secure]) writeFileSync(join(root, 'stock.csv'), CONTENT);
  });
  beforeEach(() => {
    plain.faults = {};
    secure.faults = {};
    secure.credentials.length = 0;
  });
  afterAll(async () => {
    await plain.stop();
    await secure.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const opened = (
    server: FtpServer,
    more: Partial<RemotePlace> = {},
    limits: Partial<TransferOptions> = {},
  ) =>
    connectTo(
      {
        url: `${server === plain ? 'ftp' : 'ftps'}://127.0.0.1:${server.port}/`,
        ...{ user: USER, password: PASSWORD, ...more },
      },
      options(server.port, limits),
    );
  const file = () => join(folder, 'feed.csv');

  it('FEED-09 data come from the address of the server alone, wherever its reply points', async () => {
    plain.faults = { isOld: true };
    const files = await opened(plain);
    expect(await files.list('/')).toMatchObject([{ name: 'stock.csv', bytes: CONTENT.length }]);
    await files.download('/stock.csv', file(), LIMIT);
    plain.faults = { isOld: true, passiveHost: '192.0.2.1' };
    const others = await opened(plain);
    await expect(others.download('/stock.csv', file(), LIMIT)).rejects.toEqual(
      failsWith('no_data_connection'),
    );
    await files.close();
    await others.close();
  });

  it('FEED-09 a file that never ends is cut off, and one that stalls half way is left', async () => {
    plain.faults = { isEndless: true };
    const files = await opened(plain);
    await expect(files.download('/stock.csv', file(), 300_000)).rejects.toEqual(failsWith('too_large'));
    expect(statSync(file()).size).toBeLessThanOrEqual(300_000);
    await files.close();
    plain.faults = { stalls: true };
    const others = await opened(plain, {}, { stallMs: STALL_MS });
    await expect(others.download('/stock.csv', file(), LIMIT)).rejects.toEqual(failsWith('stalled'));
    await others.close();
    await expect.poll(() => plain.connections()).toBe(0);
  });

  it('FEED-09 a certificate counts that an authority has signed for this host', async () => {
    await expect(opened(secure)).rejects.toEqual(failsWith('bad_certificate'));
    expect(secure.credentials).toEqual([]);
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, TLS.cert]);
    try {
      for (const host of ['127.0.0.1', 'localhost']) {
        const files = await opened(secure, { url: `ftps://${host}:${secure.port}/` });
        await files.download('/stock.csv', file(), LIMIT);
        await files.close();
      }
    } finally {
      setDefaultCACertificates(known);
    }
  });
});
