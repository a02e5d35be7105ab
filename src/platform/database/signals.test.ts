import { expect, it } from 'vitest';
import { lookAtSignals, noSignals, type Signals } from './signals.ts';

it('PLAT-40 after a look that failed everything is looked at, whatever is signalled meanwhile', async () => {
  let signal: (detail: string | undefined) => void = () => {};
  const signals: Signals = {
    ...noSignals,
    areArriving: () => true,
    follow(_topic, onSignal) {
      signal = onSignal;
      return () => {};
    },
  };
  const looks: (readonly string[] | 'all')[] = [];
  const { stop } = lookAtSignals({
    ...{ signals, topic: 'stock', everyMs: 20 },
    async look(details) {
      looks.push(details ? [...details] : 'all');
      // Of another dealer, while the first look is under way.
      if (looks.length === 1) signal('riverbend');
      if (looks.length === 1) throw new Error('the database did not respond');
    },
    onError: () => {},
  });
  signal('harbour');
  await expect.poll(() => looks.length).toBeGreaterThan(1);
  await stop();
  expect(looks.slice(0, 2)).toEqual([['harbour'], 'all']);
});
