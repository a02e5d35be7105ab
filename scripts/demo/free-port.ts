import { createServer } from 'node:net';

/** @throws Error that names the port to free; called before anything is started */
export async function requireFreePort(port: number, what: string): Promise<void> {
  await new Promise<void>((free, taken) => {
    const probe = createServer();
    probe.once('error', () =>
      taken(
        new Error(
          `Port ${port} (${what}) is taken. Stop what uses it, or choose others: PORT=4400 CRM_PORT=4401 npm run demo`,
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()));
  });
}
