import { afterEach, expect, it, vi } from 'vitest';
import { postSearch } from './search-requests.ts';

afterEach(() => vi.unstubAllGlobals());

const responding = (body: string, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

it('SRCH-09 a search returns its results', async () => {
  responding('{"results":[{"hits":[]}]}');
  expect(await postSearch([{}])).toEqual({ results: [{ hits: [] }] });
});

it.each([
  ['{}', 503],
  ['{"results":[{"hits":[]}]}', 429],
  ['{"results":[]}', 200],
  ['null', 200],
  ['<!doctype html>', 200],
])('SRCH-09 %s with status %i is a failed search', async (body, status) => {
  responding(body, status);
  await expect(postSearch([{}])).rejects.toThrow();
});

it('SRCH-09 a search that is never responded to fails once its time is over', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  );
  const asked = postSearch([{}]);
  limit.abort();
  await expect(asked).rejects.toThrow();
});
