import * as v from 'valibot';
import { expect, it } from 'vitest';
import { parseSent, unlessUnreadable } from './read-request.ts';

const Schema = v.object({ query: v.pipe(v.string(), v.maxLength(3)) });

it('ERR-03 unreadable input is a 400, other failures are not', async () => {
  const response = await unlessUnreadable(async () => {
    parseSent(Schema, { query: 'four' });
    return new Response('page');
  });
  expect(response.status).toBe(400);
  expect(
    await unlessUnreadable(async () => new Response(parseSent(Schema, { query: 'car' }).query)),
  ).toMatchObject({
    status: 200,
  });
  await expect(unlessUnreadable(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
