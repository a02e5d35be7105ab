import { expect, it, vi } from 'vitest';
import { saveValuation } from './save-valuation.ts';

const ID = 'x'.repeat(32);

it('FORM-14 ERR-06 a stored valuation is logged to the console', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 201 }));
  await saveValuation(ID);
  expect(info.mock.calls).toEqual([['Valuation saved']]);
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/miscellaneous');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({ column_name: 'valuation', id: ID });
});

it.each([
  ['refused', () => Promise.resolve(new Response('{}', { status: 503 }))],
  ['unreachable', () => Promise.reject(new TypeError('offline'))],
])('ERR-06 a valuation that was %s is reported only in the console', async (_name, answer) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await expect(saveValuation(ID)).resolves.toBeUndefined();
  expect(warn.mock.calls).toEqual([['Valuation could not be saved', expect.any(Error)]]);
});
