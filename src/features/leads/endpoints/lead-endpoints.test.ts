import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { postLead, readLeadReply } from './lead-endpoints.ts';

afterEach(() => vi.unstubAllGlobals());

it('FORM-03 an accepted lead has its id', () => {
  const body = { lead_id: 'x', category: 'General Enquiry', event_id: 22 };
  expect(readLeadReply(201, body)).toEqual({ kind: 'accepted', accepted: body });
});

it('ERR-03 messages of the server are passed on', () => {
  const error = { code: 'invalid_form', message: 'M', fields: { name: 'N' }, phone: '07' };
  expect(readLeadReply(422, { error })).toEqual({
    kind: 'refused',
    status: 422,
    message: 'M',
    fields: { name: 'N' },
    phone: '07',
  });
});

it('ERR-03 success without an id is no success', () => {
  expect(readLeadReply(201, {})).toEqual({ kind: 'refused', status: 201, fields: {} });
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), fc.jsonValue(), (status, body) => {
      const reply = readLeadReply(status, body);
      if (status !== 201) expect(reply.kind).toBe('refused');
    }),
  );
});

it('ERR-03 a lost connection has its own message', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await postLead('contact', {})).toEqual({ kind: 'unreachable' });
});

it('ERR-03 a response that is no JSON is a refusal', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await postLead('contact', {})).toEqual({ kind: 'refused', status: 502, fields: {} });
});
