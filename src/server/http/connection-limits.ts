import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { routedNetworkOf } from '#src/domain/client-network.ts';
import { hourly } from './hourly.ts';

export type ConnectionLimits = {
  /** Concurrent connections. */
  all: number;
  /** Concurrent connections of one client network; a trusted proxy has no such limit. */
  ofOneNetwork: number;
  /** How long a client may leave a response unread, ms. */
  unreadMs: number;
};

const MOST_CONNECTIONS = 2000;
const MOST_OF_ONE_NETWORK = 256;
const UNREAD_MS = 30_000;
/** For databases, logs and other files of a process. */
const OTHER_DESCRIPTORS = 200;

/** The limit of open files and connections of this process; the common minimum if unknown. */
function descriptorLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? 1024);
  } catch {
    return 1024;
  }
}

/** A connection takes one descriptor, and one more for the file it reads. */
export function connectionLimits(descriptors = descriptorLimit()): ConnectionLimits {
  const all = Math.max(50, Math.min(MOST_CONNECTIONS, Math.floor((descriptors - OTHER_DESCRIPTORS) / 2)));
  return { all, ofOneNetwork: Math.min(MOST_OF_ONE_NETWORK, Math.floor(all / 2)), unreadMs: UNREAD_MS };
}

/** Bytes of a response the system has not accepted yet; undefined in a Node version that no longer exposes it. */
function unsentBytes(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null
    ? (Reflect.get(handle, 'writeQueueSize') as number | undefined)
    : undefined;
}

/**
 * Disconnects clients that do not read their responses. Slow clients that read a little now and then are not
 * affected, whatever they send, which Node's own idle timeout cannot distinguish.
 */
function watchReader(socket: Socket, unreadMs: number): () => void {
  let seen = '';
  let since = performance.now();
  return () => {
    const unsent = unsentBytes(socket) ?? 0;
    const now = `${socket.bytesWritten} ${socket.writableLength} ${unsent}`;
    if (now !== seen || (socket.writableLength === 0 && unsent === 0)) {
      seen = now;
      since = performance.now();
    } else if (performance.now() - since >= unreadMs) socket.destroy();
  };
}

/** Limits connections in total, per client network, and by how long a response stays unread. */
export function limitConnections(
  server: Server,
  options: {
    limits: ConnectionLimits;
    isTrustedProxy: (address: string | undefined) => boolean;
    log: Pick<Logger, 'warn'>;
  },
): void {
  const { limits, isTrustedProxy, log } = options;
  const networks = new Map<string, number>();
  const readers = new Map<Socket, () => void>();
  const warn = hourly((reason: string) => log.warn({ reason, ...limits }, 'connections refused'));
  server.maxConnections = limits.all;
  server.on('drop', () => warn('all are taken'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const network = isTrustedProxy(remoteAddress) ? undefined : routedNetworkOf(remoteAddress ?? '');
    if (network !== undefined) {
      const mine = networks.get(network) ?? 0;
      if (mine >= limits.ofOneNetwork) {
        warn('too many of one client network; if it is a proxy of yours, name it in TRUSTED_PROXIES');
        return void socket.destroy();
      }
      networks.set(network, mine + 1);
    }
    readers.set(socket, watchReader(socket, limits.unreadMs));
    socket.once('close', () => {
      readers.delete(socket);
      if (network === undefined) return;
      const left = (networks.get(network) ?? 1) - 1;
      if (left > 0) networks.set(network, left);
      else networks.delete(network);
    });
  });
  const looking = setInterval(() => {
    for (const look of readers.values()) look();
  }, limits.unreadMs / 6).unref();
  server.once('close', () => clearInterval(looking));
}
