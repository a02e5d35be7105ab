import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Supervisors kill after ten seconds. */
const IDLE_UNTIL_MS = 8000;
const RESPONSE_UNTIL_MS = 9000;

/**
 * Stops a server without resetting anybody. It takes no new connections; what is under way and what still comes on open
 * connections is answered with `Connection: close`. Idle connections end by Node's own timeout, which clients are
 * informed of: a request may be on its way on any of them. What is not over after nine seconds is cut off.
 * @param closeEach called once; from then on every response has to carry `Connection: close`
 */
export async function drain(server: HttpServer, closeEach: () => void): Promise<void> {
  if (!server.listening) return;
  // The close of an http server also ends idle connections, on which a request may have been sent already.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  closeEach();
  const idle = setTimeout(() => server.closeIdleConnections(), IDLE_UNTIL_MS);
  const force = setTimeout(() => server.closeAllConnections(), RESPONSE_UNTIL_MS);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
  // Ends the timer that looks after the connections of an http server.
  HttpServer.prototype.close.call(server, () => undefined);
}
