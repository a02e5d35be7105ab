import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SERVE_ENVIRONMENT, SERVE_NODE_OPTIONS, serveEnvironment } from './serve-process.ts';

it('PLAT-02 npm run serve starts a server like tests and benches', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { serve: string } };
  expect(scripts.serve).toContain(
    `MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX:-${SERVE_ENVIRONMENT.MALLOC_ARENA_MAX}}`,
  );
  expect(scripts.serve).toContain(`NODE_OPTIONS="${SERVE_NODE_OPTIONS} $NODE_OPTIONS"`);
});

it('PLAT-02 Node options of the environment come last and take precedence', () => {
  const environment = serveEnvironment({ NODE_OPTIONS: '--max-old-space-size=4096', MALLOC_ARENA_MAX: '4' });
  expect(environment.NODE_OPTIONS).toMatch(/=2048 --max-old-space-size=4096$/);
  expect(environment.MALLOC_ARENA_MAX).toBe('4');
});
