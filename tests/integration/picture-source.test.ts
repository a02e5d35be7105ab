import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinAddress } from '#src/platform/http/public-address.ts';
import {
  type HttpPictureSourceOptions,
  httpPictureSource,
  MAX_PICTURE_BYTES,
} from '#src/platform/images/picture-source.ts';
import { hostileAddresses, REBOUND_NAMES } from '../fixtures/hostile-addresses.ts';
import { jpegOf, type PictureServer, startPictureServer } from '../fixtures/picture-server.ts';

const resolve = async (name: string) =>
  (REBOUND_NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const failed = (reason: string) => ({ kind: 'failed', reason });
const silent = (reason: string) => ({ ...failed(reason), isSilence: true });

let server: PictureServer;
let canary: PictureServer;

beforeEach(async () => {
  server = await startPictureServer();
  canary = await startPictureServer();
  canary.serve('/canary.jpg', await jpegOf('#c33'));
});
afterEach(async () => {
  await server.stop();
  await canary.stop();
});

async function fetchFrom(url: string, options: Partial<HttpPictureSourceOptions> = {}) {
  const source = httpPictureSource({ allowedHosts: [server.host], resolve, ...options });
  try {
    return await source.fetch(url);
  } finally {
    source.close();
  }
}

it('CFG-22 a picture arrives with its validators', async () => {
  const bytes = await jpegOf('#36c');
  server.serve('/a.jpg', bytes, '"one"');
  expect(await fetchFrom(server.url('/a.jpg'))).toEqual({
    kind: 'fetched',
    bytes,
    etag: '"one"',
    lastModified: null,
  });
  expect(server.asked[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  expect(server.asked[0]?.headers).not.toHaveProperty('if-none-match');
});

it('CFG-22 an unchanged picture is not sent again', async () => {
  server.serve('/a.jpg', await jpegOf('#36c'), '"one"');
  const source = httpPictureSource({ allowedHosts: [server.host] });
  const seen = { etag: '"one"', lastModified: 'Wed, 04 Mar 2026 00:00:00 GMT' };
  expect(await source.fetch(server.url('/a.jpg'), seen)).toEqual({ kind: 'unchanged' });
  expect(server.asked[0]?.headers['if-modified-since']).toBe(seen.lastModified);
  source.close();
});

it('CFG-22 up to three redirects are followed, whatever their status', async () => {
  const bytes = await jpegOf('#36c');
  server.serve('/end.jpg', bytes);
  const redirect = (from: string, status: number, to: string) =>
    server.on(from, (_, res) => res.writeHead(status, { location: to }).end());
  for (const status of [301, 302, 303, 307, 308]) {
    redirect(`/${status}`, status, '/end.jpg');
    expect(await fetchFrom(server.url(`/${status}`))).toMatchObject({ kind: 'fetched', bytes });
  }
  redirect('/one', 301, server.url('/two'));
  redirect('/two', 302, '/301');
  expect(await fetchFrom(server.url('/one'))).toMatchObject({ kind: 'fetched', bytes });
  redirect('/four', 301, '/one');
  expect(await fetchFrom(server.url('/four'))).toEqual(failed('more than three redirects'));
});

it('CFG-22 where a redirect leads is checked as the first address is', async () => {
  const leading = (location: string) => {
    server.on('/away', (_, res) => res.writeHead(301, { location }).end());
    return fetchFrom(server.url('/away'));
  };
  expect(await leading(canary.url('/canary.jpg'))).toEqual(failed('an unusual port'));
  expect(await leading('http://127.0.0.1/canary.jpg')).toEqual(failed('a private address'));
  expect(await leading('https://169.254.169.254/latest')).toEqual(failed('a private address'));
  expect(await leading('file:///etc/passwd')).toEqual(failed('neither http nor https'));
  expect(await leading('http://user:word@127.0.0.1/')).toEqual(failed('a password in the address'));
  expect(await leading('http://')).toEqual(failed('a redirect to nowhere'));
  expect(canary.hits).toEqual([]);
});

it('CFG-22 304 without a conditional request, and any other status, is a failure', async () => {
  server.on('/304', (_, res) => res.writeHead(304).end());
  expect(await fetchFrom(server.url('/304'))).toEqual(failed('HTTP 304'));
  expect(await fetchFrom(server.url('/nothing'))).toEqual(failed('HTTP 404'));
  server.on('/206', (_, res) => res.writeHead(206).end('part'));
  expect(await fetchFrom(server.url('/206'))).toEqual(failed('HTTP 206'));
});

describe('a late picture', () => {
  it.each([
    ['never begins', () => undefined],
    [
      'stops after its headers',
      (_: unknown, res: { writeHead(s: number): { write(t: string): void } }) =>
        res.writeHead(200).write('x'),
    ],
  ])('CFG-22 %s', async (_, answer) => {
    server.on('/late', answer as Parameters<PictureServer['on']>[1]);
    expect(await fetchFrom(server.url('/late'), { timeoutMs: 100 })).toEqual(
      silent('no response in 5 seconds'),
    );
  });

  it('CFG-22 drips byte by byte', async () => {
    server.on('/drip', (_, res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write('x'), 10);
      res.once('close', () => clearInterval(drip));
    });
    expect(await fetchFrom(server.url('/drip'), { timeoutMs: 150 })).toEqual(
      silent('no response in 5 seconds'),
    );
  });

  it('CFG-22 has a host whose look-up hangs', async () => {
    const never = { resolve: () => new Promise<never>(() => {}), timeoutMs: 100 };
    expect(await fetchFrom('http://slow.example/a.jpg', never)).toEqual(silent('no response in 5 seconds'));
  });
});

describe('a picture that is too large', () => {
  it('CFG-22 is refused by what its sender announces, before it is read', async () => {
    let sent = 0;
    server.on('/announced', (_, res) => {
      res.writeHead(200, { 'content-length': MAX_PICTURE_BYTES + 1 });
      res.write(Buffer.alloc(1000), () => {
        sent += 1;
      });
    });
    expect(await fetchFrom(server.url('/announced'))).toEqual(failed('larger than 20 MB'));
    expect(sent).toBeLessThanOrEqual(1);
  });

  it('CFG-22 is refused by its bytes, one above the limit, where nothing is announced', async () => {
    server.on('/most', (_, res) => res.writeHead(200).end(Buffer.alloc(MAX_PICTURE_BYTES)));
    expect(await fetchFrom(server.url('/most'))).toMatchObject({ kind: 'fetched' });
    server.on('/more', (_, res) => {
      res.writeHead(200);
      res.write(Buffer.alloc(MAX_PICTURE_BYTES));
      res.end('x');
    });
    expect(await fetchFrom(server.url('/more'))).toEqual(failed('larger than 20 MB'));
  });

  it('CFG-22 has no end', async () => {
    server.on('/endless', (_, res) => {
      res.writeHead(200);
      const chunk = Buffer.alloc(1_000_000);
      const more = () => {
        while (!res.destroyed && res.write(chunk));
      };
      res.on('drain', more);
      more();
    });
    expect(await fetchFrom(server.url('/endless'))).toEqual(failed('larger than 20 MB'));
  });

  it('CFG-22 is compressed: it is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    server.on('/bomb', (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await fetchFrom(server.url('/bomb'))).toEqual(failed('a compressed response'));
  });
});

describe('addresses inside the network', () => {
  it('CFG-22 are never requested, in any spelling', async () => {
    const addresses = hostileAddresses(canary.port);
    expect(addresses.length).toBeGreaterThan(150);
    const source = httpPictureSource({ allowedHosts: [], resolve });
    for (const address of addresses) {
      expect([address, await source.fetch(address)]).toMatchObject([address, { kind: 'failed' }]);
    }
    source.close();
    expect(canary.hits).toEqual([]);
  });

  it('CFG-22 are refused on the usual ports for what they are', async () => {
    const refusals = await Promise.all(
      hostileAddresses(80).map(async (address) => {
        const url = URL.parse(address);
        if (!url) return 'no address';
        return pinAddress(url, resolve, new Set()).then(
          ({ address: ip }) => `${address} is asked at ${ip}`,
          (error: Error) => error.message,
        );
      }),
    );
    const known = [
      'no address',
      'a private address',
      'neither http nor https',
      'a password in the address',
      'no such host',
    ];
    expect(refusals.filter((refusal) => !known.includes(refusal))).toEqual([]);
    expect(refusals.filter((refusal) => refusal === 'a private address').length).toBeGreaterThan(100);
  });

  it('CFG-22 one allowed by name is not all of them', async () => {
    const other = { allowedHosts: [server.host] };
    expect(await fetchFrom(canary.url('/canary.jpg'), other)).toEqual(failed('an unusual port'));
    expect(canary.hits).toEqual([]);
    expect(await fetchFrom(canary.url('/canary.jpg'), { allowedHosts: [canary.host] })).toMatchObject({
      kind: 'fetched',
    });
  });

  it('CFG-22 a name is looked up once, and that address is the one connected to', async () => {
    let lookUps = 0;
    const rebinding = async () => {
      lookUps += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    server.serve('/a.jpg', await jpegOf('#36c'));
    const named = `pictures.example:${server.port}`;
    const answer = await fetchFrom(`http://${named}/a.jpg`, { allowedHosts: [named], resolve: rebinding });
    expect([answer.kind, lookUps]).toEqual(['fetched', 1]);
    expect(server.asked[0]?.headers.host).toBe(named);
  });

  it('CFG-22 public hosts on ports other than 80 and 443 are not requested', async () => {
    const at = (url: string) =>
      pinAddress(new URL(url), async () => [{ address: '93.184.215.14', family: 4 }], new Set());
    await expect(at('http://pictures.example:8080/')).rejects.toThrow('an unusual port');
    await expect(at('https://pictures.example:22/')).rejects.toThrow('an unusual port');
    for (const url of [
      'http://pictures.example/',
      'https://pictures.example/',
      'https://pictures.example:443/',
    ]) {
      expect(await at(url)).toEqual({ address: '93.184.215.14', family: 4 });
    }
  });
});
