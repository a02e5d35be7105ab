import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { expect, it } from 'vitest';

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'PLAT-02 npm run demo that ends by %s while it starts leaves nothing running',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-demo-'));
    const dealers = join(folder, 'dealers');
    mkdirSync(dealers);
    copyFileSync('dealers/limestone-motorcycles.json', join(dealers, 'limestone-motorcycles.json'));
    const npm = spawn('npm', ['run', 'demo', '--', '--dealers-dir', dealers], {
      env: {
        ...process.env,
        DATA_DIR: join(folder, 'data'),
        DIST_DIR: join(folder, 'dist'),
        PORT: String(await getPort()),
        CRM_PORT: String(await getPort()),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
    };
    npm.stdout.on('data', hear);
    npm.stderr.on('data', hear);
    // Every process it has started holds this end of the pipe open.
    const ended = once(npm.stdout, 'close');
    await expect.poll(() => said).toContain('demo vehicles');
    npm.kill(signal);
    await ended;
    expect(said).not.toMatch(/^\s+at /m);
    rmSync(folder, { recursive: true, force: true });
  },
);
