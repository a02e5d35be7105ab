import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Supervisors kill after ten seconds. */
const IDLE_UNTIL_MS = 8000;
const RESPONSE_UNTIL_MS = 9000;

/**
 * Stops a server without resetting connections. It accepts no new ones; running requests, and new ones on open
 * connections, get responses with `Connection: close`. Idle connections end by Node's own timeout, which clients
 * know: a request may be on its way on any of them. After nine seconds the rest are cut off.
 * @param closeEach called once; from then on every response must have `Connection: close`
 */
export async function drain(server: HttpServer, closeEach: () => void): Promise<void> {
  if (!server.listening) return;
  // Closing an http server also ends idle connections, on which a request may already be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  closeEach();
  const idle = setTimeout(() => server.closeIdleConnections(), IDLE_UNTIL_MS);
  const force = setTimeout(() => server.closeAllConnections(), RESPONSE_UNTIL_MS);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
  // Ends the timer that checks the connections of an http server.
  HttpServer.prototype.close.call(server, () => undefined);
}
