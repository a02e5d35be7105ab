import { readFileSync } from 'node:fs';
import { Server as HttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hourly } from '#src/platform/log/log.ts';
import { routedNetworkOf } from './client-address.ts';

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

/** Requests sent on one connection before the first of them is answered; browsers send one. */
export const MAX_QUEUED_REQUESTS = 10;
/** A client that sends this many is cut off without a response. */
const MAX_SENT_REQUESTS = 100;

type Queue = { sent: number; waiting: (() => void)[] };

/**
 * Serves the requests of one connection one after the other, although Node reads pipelined ones together: each
 * connection has at most one page being rendered and one file open. The last accepted request gets `Connection:
 * close`; later ones get no response.
 */
export function requestQueue(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const queues = new WeakMap<Socket, Queue>();
  const underWay = new Set<ServerResponse>();
  let closesEach = false;

  function queueOf(socket: Socket): Queue {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Queue = { sent: 0, waiting: [] };
    queues.set(socket, queue);
    socket.once('close', () => {
      queue.waiting = [];
      for (const res of underWay) if (res.req.socket === socket) underWay.delete(res);
    });
    return queue;
  }

  function take(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (socket.destroyed) return;
    const queue = queueOf(socket);
    queue.sent += 1;
    if (queue.sent > MAX_SENT_REQUESTS) return void socket.destroy();
    if (queue.sent > MAX_QUEUED_REQUESTS) return;
    if (closesEach || queue.sent === MAX_QUEUED_REQUESTS) res.setHeader('Connection', 'close');
    underWay.add(res);
    res.once('close', () => {
      underWay.delete(res);
      queue.sent -= 1;
      queue.waiting.shift()?.();
    });
    if (queue.sent === 1) answer(req, res);
    else queue.waiting.push(() => answer(req, res));
  }

  return {
    take,
    /** From now on every connection ends with its next response. */
    closeEach() {
      closesEach = true;
      for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
    },
  };
}

export type DrainLimits = {
  /** Until idle connections are closed. */
  idleMs: number;
  /** Until the rest are cut off. */
  responseMs: number;
};

/** Service managers kill after ten seconds. */
const BEFORE_KILL: DrainLimits = { idleMs: 8000, responseMs: 9000 };

/** Under connections that never pause. */
const LONGEST_ACCEPTING_MS = 1000;

/**
 * Resolves once the system has no connection left for this server to accept: it would reset them when the server closes.
 * A turn of the event loop accepts one at most.
 */
async function acceptWaiting(server: HttpServer): Promise<void> {
  let hasAccepted = true;
  const accepted = () => {
    hasAccepted = true;
  };
  server.on('connection', accepted).on('drop', accepted);
  const deadline = performance.now() + LONGEST_ACCEPTING_MS;
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false;
    // The first may come before the loop has looked for connections.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off('connection', accepted).off('drop', accepted);
}

/**
 * Stops a server without resetting connections. It accepts those that the system has made for it and no others; running
 * requests, and new ones on open connections, get responses with `Connection: close`. Idle connections end by Node's own
 * timeout, which clients know: a request may be on its way on any of them. After a while, nine seconds by itself, the
 * rest are cut off.
 * @param closeEach called once; from then on every response must have `Connection: close`
 */
export async function drain(
  server: HttpServer,
  closeEach: () => void,
  { idleMs, responseMs }: DrainLimits = BEFORE_KILL,
): Promise<void> {
  if (!server.listening) return;
  await acceptWaiting(server);
  // Closing an http server also ends idle connections, on which a request may already be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  // Not before: a client would open another connection while this server still accepts them.
  closeEach();
  const idle = setTimeout(() => server.closeIdleConnections(), idleMs);
  const force = setTimeout(() => server.closeAllConnections(), responseMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
  // Ends the timer that checks the connections of an http server.
  HttpServer.prototype.close.call(server, () => undefined);
}
