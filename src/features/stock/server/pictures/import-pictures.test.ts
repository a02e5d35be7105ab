import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forEachByHost } from './import-pictures.ts';

it('CFG-22 every picture is fetched once, never too many at a time or of one host', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (scheduler, hosts, atOnce, perHost) => {
        const done: number[] = [];
        const running: string[] = [];
        const items = hosts.map((host, at) => ({ host, at }));
        const all = forEachByHost(
          items,
          ({ host }) => host,
          { atOnce, perHost },
          async ({ host, at }) => {
            running.push(host);
            expect(running.length).toBeLessThanOrEqual(atOnce);
            expect(running.filter((other) => other === host).length).toBeLessThanOrEqual(perHost);
            await scheduler.schedule(Promise.resolve());
            running.splice(running.indexOf(host), 1);
            done.push(at);
          },
        );
        await scheduler.waitFor(all);
        expect(done.sort((a, b) => a - b)).toEqual(items.map(({ at }) => at));
      },
    ),
  );
});

it('CFG-22 a slow host does not hold up the others', async () => {
  const done: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hosts = ['slow', 'slow', 'slow', 'quick', 'quick', 'quick'];
  const all = forEachByHost(
    hosts,
    (host) => host,
    { atOnce: 2, perHost: 1 },
    async (host) => {
      if (host === 'slow') await held;
      done.push(host);
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['quick', 'quick', 'quick']);
  letGo();
  await all;
  expect(done).toHaveLength(6);
});
