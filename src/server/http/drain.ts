import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

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
