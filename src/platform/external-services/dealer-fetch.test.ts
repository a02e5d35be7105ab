import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dealerFetch, refusedAddress } from './dealer-fetch.ts';

let asked = 0;
const server = createServer((_, response) => {
  asked += 1;
  response.writeHead(307, { Location: '/elsewhere' }).end('moved');
});
beforeEach(async () => {
  asked = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const port = () => (server.address() as AddressInfo).port;

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'CFG-23 nothing is posted to %s unless the operator allows it',
  async (host) => {
    const refused = await dealerFetch([])(`http://${host}:${port()}/`, { method: 'POST', body: '{}' }).catch(
      refusedAddress,
    );
    expect(refused).toMatchObject({ message: 'an unusual port' });
    const onUsualPort = await dealerFetch([])(`https://${host}/`, { method: 'POST' }).catch(refusedAddress);
    expect(onUsualPort).toMatchObject({ message: 'a private address' });
    expect(asked).toBe(0);
  },
);

it('CFG-23 an allowed host is reached on its port, or on any, and a redirect is not followed', async () => {
  const url = () => `http://127.0.0.1:${port()}/hook`;
  for (const allowed of [`127.0.0.1:${port()}`, '127.0.0.1:*']) {
    const response = await dealerFetch([allowed])(url(), { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([307, 'moved']);
  }
  expect(asked).toBe(2);
  const other = await dealerFetch([`127.0.0.1:${port() + 1}`])(url(), {}).catch(refusedAddress);
  expect(other).toMatchObject({ message: 'an unusual port' });
});

it('CFG-23 a failure that is no refusal is not taken for one', async () => {
  const fetching = dealerFetch(['127.0.0.1:*'])('http://127.0.0.1:1/', {});
  expect(await fetching.then(() => 'reached', refusedAddress)).toBeUndefined();
});
