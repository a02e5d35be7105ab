import { EventEmitter } from 'node:events';
import { Server } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { limitConnections } from './connections.ts';

const server = new Server();
afterEach(() => void server.emit('close'));

/** A connection as far as its limits look at it. */
const socketFrom = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });

it('PLAT-02 the connections of one IPv6 /48 count together, whatever addresses they come from', () => {
  limitConnections(server, {
    limits: { all: 100, perNetwork: 3, unreadMs: 30_000 },
    isTrustedProxy: () => false,
    log: { warn: vi.fn() },
  });
  const connect = (address: string) => {
    const socket = socketFrom(address);
    server.emit('connection', socket);
    return socket;
  };
  const taken = [1, 2, 3].map((at) => connect(`2001:db8:7:${at}::1`));
  expect(taken.map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 0]);
  expect(connect('2001:db8:7:4::1').destroy).toHaveBeenCalled();
  expect(connect('2001:db8:8::1').destroy).not.toHaveBeenCalled();
  taken[0]?.emit('close');
  expect(connect('2001:db8:7:5::1').destroy).not.toHaveBeenCalled();
});
