import { expect, it, vi } from 'vitest';
import type { PhotoResponse } from '#src/features/trade-in/trade-in-endpoints.ts';
import { type PhotoSender, pauseFor, retryPause, sendPhotos } from './photo-upload.ts';

const photos = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `${at + 1}.jpg`));

/** A network that gives these answers one after another, then 204. */
function network(answers: (PhotoResponse | Error)[], more: Partial<PhotoSender> = {}) {
  const posted: string[] = [];
  const pauses: number[] = [];
  const states: string[] = [];
  const sender: PhotoSender = {
    shrink: async (file) => file,
    post: async ({ name }) => {
      posted.push(name);
      const answer = answers.shift() ?? { status: 204 };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pause: async (seconds) => void pauses.push(seconds),
    show: ({ photo, of, retryInSeconds }) =>
      void states.push(`${photo}/${of} ${retryInSeconds ?? ''}`.trim()),
    signal: new AbortController().signal,
    maxPhotos: 10,
    ...more,
  };
  return { sender, posted, pauses, states };
}

it.each([
  ['no answer', { status: 0 }, 1, 1],
  ['the fourth time without', { status: 0 }, 4, 8],
  ['a busy server', { status: 503 }, 2, 2],
  ['a busy server that says when', { status: 503, retryAfterSeconds: 30 }, 1, 30],
  ['too many', { status: 429, retryAfterSeconds: 45 }, 1, 45],
  ['too many for ten minutes', { status: 429, retryAfterSeconds: 600 }, 1, undefined],
  ['the sixth time', { status: 0 }, 6, undefined],
  ['not a photo', { status: 415 }, 1, undefined],
  ['too large', { status: 413 }, 1, undefined],
])('FORM-10 after %s the pause before another try', (_name, answer, tries, pause) => {
  expect(retryPause(answer, tries)).toBe(pause);
});

it('FORM-10 photos are sent one at a time, and each is announced', async () => {
  const { sender, posted, states } = network([]);
  expect(await sendPhotos(photos(3), sender)).toEqual([]);
  expect(posted).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(states).toEqual(['1/3', '2/3', '3/3']);
});

it('FORM-10 a photo is sent again after a lost connection and when the server asks for it', async () => {
  const { sender, posted, pauses, states } = network([
    new TypeError('offline'),
    { status: 503, retryAfterSeconds: 30 },
  ]);
  expect(await sendPhotos(photos(2), sender)).toEqual([]);
  expect(posted).toEqual(['1.jpg', '1.jpg', '1.jpg', '2.jpg']);
  expect(pauses).toEqual([1, 30]);
  expect(states).toContain('1/2 30');
});

it('FORM-10 a refused photo is named with the reason, and the next ones are sent', async () => {
  const { sender, posted } = network([{ status: 415, message: 'Choose photos as JPEG.' }]);
  expect(await sendPhotos(photos(2), sender)).toEqual([{ name: '1.jpg', reason: 'Choose photos as JPEG.' }]);
  expect(posted).toEqual(['1.jpg', '2.jpg']);
});

it('FORM-10 a photo of more than 8 MB that cannot be shrunk is named without being sent', async () => {
  const large = new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'large.heic');
  const { sender, posted } = network([]);
  expect(await sendPhotos([large, ...photos(1)], sender)).toEqual([
    { name: 'large.heic', reason: expect.stringContaining('8 MB') },
  ]);
  expect(posted).toEqual(['1.jpg']);
});

it('FORM-10 without a connection the tries are bounded, and the rest are not tried', async () => {
  const { sender, posted } = network(Array.from({ length: 99 }, () => new TypeError('offline')));
  const notSent = await sendPhotos(photos(3), sender);
  expect(notSent.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(posted).toEqual(Array(6).fill('1.jpg'));
});

it('FORM-11 once the server refuses more for ten minutes, the rest are not sent', async () => {
  const refusal = { status: 429, retryAfterSeconds: 600, message: 'Wait ten minutes.' };
  const { sender, posted } = network([{ status: 204 }, refusal]);
  expect(await sendPhotos(photos(3), sender)).toEqual([
    { name: '2.jpg', reason: 'Wait ten minutes.' },
    { name: '3.jpg', reason: 'Wait ten minutes.' },
  ]);
  expect(posted).toHaveLength(2);
});

it('FORM-10 more photos than a dealer takes are named', async () => {
  const { sender, posted } = network([], { maxPhotos: 2 });
  expect(await sendPhotos(photos(3), sender)).toEqual([
    { name: '3.jpg', reason: 'Up to 2 photos can be added.' },
  ]);
  expect(posted).toHaveLength(2);
});

it('FORM-10 cancelling names the unsent photos; a pause ends immediately', async () => {
  const { signal, abort } = (() => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  })();
  const pause = vi.fn(async (seconds: number, until: AbortSignal) => {
    abort();
    await pauseFor(seconds, until);
  });
  const { sender, posted } = network([{ status: 204 }, { status: 503 }], { signal, pause });
  const notSent = await sendPhotos(photos(3), sender);
  expect(notSent.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
    '2.jpg You cancelled this upload.',
    '3.jpg You cancelled this upload.',
  ]);
  expect(posted).toEqual(['1.jpg', '2.jpg']);
});
