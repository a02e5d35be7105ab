import { readFileSync } from 'node:fs';
import { Server as HttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LONGEST_STOP_MS } from '#src/config/environment-variables.ts';
import { hourly } from '#src/platform/log/log.ts';
import { routedNetworkOf } from './client-address.ts';

export type ConnectionLimits = {
  all: number;
  /** Per client network; trusted proxies are exempt. */
  perNetwork: number;
  /** How long a client may leave a response unread, ms. */
  unreadMs: number;
};

const MAX_CONNECTIONS = 2000;
const MAX_CONNECTIONS_PER_NETWORK = 256;
const UNREAD_MS = 30_000;
/** For databases, logs and other files of the process. */
const OTHER_DESCRIPTORS = 200;

/** The limit of file descriptors; falls back to a common minimum. */
function descriptorLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? 1024);
  } catch {
    return 1024;
  }
}

/** A connection uses one descriptor, and another for the file it reads. */
export function connectionLimits(descriptors = descriptorLimit()): ConnectionLimits {
  const all = Math.max(50, Math.min(MAX_CONNECTIONS, Math.floor((descriptors - OTHER_DESCRIPTORS) / 2)));
  return { all, perNetwork: Math.min(MAX_CONNECTIONS_PER_NETWORK, Math.floor(all / 2)), unreadMs: UNREAD_MS };
}

/** Bytes of a response not yet accepted by the system; undefined if Node no longer exposes them. */
function unsentBytes(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null
    ? (Reflect.get(handle, 'writeQueueSize') as number | undefined)
    : undefined;
}

/**
 * Disconnects clients that do not read their responses. Clients that read slowly are not affected; Node's idle timeout
 * cannot distinguish them.
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
      if (mine >= limits.perNetwork) {
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
  const timer = setInterval(() => {
    for (const look of readers.values()) look();
  }, limits.unreadMs / 6).unref();
  server.once('close', () => clearInterval(timer));
}

/** Maximum number of pipelined requests; browsers send one. */
export const MAX_QUEUED_REQUESTS = 10;
/** Clients that send this many are disconnected without a response. */
const MAX_SENT_REQUESTS = 100;

type Queue = { sent: number; waiting: (() => void)[] };

/**
 * Serves pipelined requests sequentially, although Node parses them together: each connection renders at most one page
 * and opens one file. The last accepted request gets `Connection: close`; later ones get no response.
 */
export function requestQueue(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const queues = new WeakMap<Socket, Queue>();
  const pending = new Set<ServerResponse>();
  let closesEach = false;

  function queueOf(socket: Socket): Queue {
    const existing = queues.get(socket);
    if (existing) return existing;
    const queue: Queue = { sent: 0, waiting: [] };
    queues.set(socket, queue);
    socket.once('close', () => {
      queue.waiting = [];
      for (const res of pending) if (res.req.socket === socket) pending.delete(res);
    });
    return queue;
  }

  function enqueue(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (socket.destroyed) return;
    const queue = queueOf(socket);
    queue.sent += 1;
    if (queue.sent > MAX_SENT_REQUESTS) return void socket.destroy();
    if (queue.sent > MAX_QUEUED_REQUESTS) return;
    if (closesEach || queue.sent === MAX_QUEUED_REQUESTS) res.setHeader('Connection', 'close');
    pending.add(res);
    res.once('close', () => {
      pending.delete(res);
      queue.sent -= 1;
      queue.waiting.shift()?.();
    });
    if (queue.sent === 1) answer(req, res);
    else queue.waiting.push(() => answer(req, res));
  }

  return {
    take: enqueue,
    /** From now on, every connection closes after its next response. */
    closeEach() {
      closesEach = true;
      for (const res of pending) if (!res.headersSent) res.setHeader('Connection', 'close');
    },
  };
}

export type DrainLimits = {
  /** Until idle connections are closed. */
  idleMs: number;
  /** Until remaining connections are closed. */
  responseMs: number;
};

/** For the rest of the process, once no connection is left. */
const CLOSING_MS = 2000;

/** @param announcedMs how long the server has already announced that it stops */
export const drainLimits = (announcedMs: number): DrainLimits => ({
  idleMs: 8000,
  responseMs: LONGEST_STOP_MS - CLOSING_MS - announcedMs,
});

/** In case new connections never pause. */
const ACCEPT_TIMEOUT_MS = 1000;

/**
 * Resolves once the accept queue is empty, because the system resets queued connections when the server closes. Each
 * turn of the event loop accepts at most one.
 */
async function acceptWaiting(server: HttpServer): Promise<void> {
  let hasAccepted = true;
  const accepted = () => {
    hasAccepted = true;
  };
  server.on('connection', accepted).on('drop', accepted);
  const deadline = performance.now() + ACCEPT_TIMEOUT_MS;
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false;
    // The first turn may end before the poll phase.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off('connection', accepted).off('drop', accepted);
}

/**
 * Stops a server without resetting connections. Accepts those already in the accept queue, and serves pending requests
 * and new ones on open connections with `Connection: close`. Idle connections end by Node's keep-alive timeout, which
 * clients know, since a request may be in flight on any of them. After `responseMs` the rest are closed.
 * @param closeEach called once; from then on every response must have `Connection: close`
 */
export async function drain(
  server: HttpServer,
  closeEach: () => void,
  { idleMs, responseMs }: DrainLimits,
): Promise<void> {
  if (!server.listening) return;
  await acceptWaiting(server);
  // http.Server.close also closes idle connections, on which a request may be in flight.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  // Called only now: earlier, clients would open new connections that this server still accepts.
  closeEach();
  const idle = setTimeout(() => server.closeIdleConnections(), idleMs);
  const force = setTimeout(() => server.closeAllConnections(), responseMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
  // Stops the timer that checks connections of the http server.
  HttpServer.prototype.close.call(server, () => undefined);
}
