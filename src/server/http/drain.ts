import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

export type DrainLimits = {
  /** Until idle connections are closed. */
  idleMs: number;
  /** Until the rest are cut off. */
  responseMs: number;
};

/** Service managers kill after ten seconds. */
const BEFORE_KILL: DrainLimits = { idleMs: 8000, responseMs: 9000 };

/**
 * Stops a server without resetting connections. It accepts no new ones; running requests, and new ones on open
 * connections, get responses with `Connection: close`. Idle connections end by Node's own timeout, which clients
 * know: a request may be on its way on any of them. After a while, nine seconds by itself, the rest are cut off.
 * @param closeEach called once; from then on every response must have `Connection: close`
 */
export async function drain(
  server: HttpServer,
  closeEach: () => void,
  { idleMs, responseMs }: DrainLimits = BEFORE_KILL,
): Promise<void> {
  if (!server.listening) return;
  // Closing an http server also ends idle connections, on which a request may already be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  closeEach();
  const idle = setTimeout(() => server.closeIdleConnections(), idleMs);
  const force = setTimeout(() => server.closeAllConnections(), responseMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
  // Ends the timer that checks the connections of an http server.
  HttpServer.prototype.close.call(server, () => undefined);
}
