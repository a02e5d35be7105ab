import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { logErrors } from './run-status.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'log-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (minutesAgo: number, level: number, msg: string) =>
  JSON.stringify({ level, time: NOW.getTime() - minutesAgo * 60_000, msg });

it('PLAT-02 errors of the last hour are counted by message, whatever else is in the log', async () => {
  const file = join(folder, 'serve.log');
  writeFileSync(
    file,
    [
      ...['Serving 3 dealer(s) on http://127.0.0.1:4321', line(61, 50, 'picture failed'), '{"level":50,'],
      ...[line(59, 50, 'picture failed'), line(5, 40, 'lead delivery waits'), line(4, 30, 'request')],
      ...[line(3, 50, 'picture failed'), line(2, 60, 'uncaught error'), '[]', 'null', ''],
    ].join('\n'),
  );
  expect(await logErrors(file, NOW)).toEqual({
    file,
    lastHour: 3,
    latest: '2026-07-10T01:58:00.000Z',
    messages: [
      { message: 'picture failed', count: 2 },
      { message: 'uncaught error', count: 1 },
    ],
  });
});

it('PLAT-02 a log without errors is in order; a log that is not there is an error', async () => {
  const file = join(folder, 'quiet.log');
  writeFileSync(file, line(1, 30, 'request'));
  expect(await logErrors(file, NOW)).toEqual({ file, lastHour: 0, latest: undefined, messages: [] });
  await expect(logErrors(join(folder, 'none.log'), NOW)).rejects.toThrow('ENOENT');
});
