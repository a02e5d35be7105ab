import { expect, it } from 'vitest';
import type { AdminDelivery, AdminLead } from '#src/features/leads/server/operations/lead-admin.ts';
import { erasedLeadsTable, erasureText } from './erasure-text.ts';
import { leadsTable } from './lead-text.ts';
import { leadSheet } from './show.ts';

const delivery = (destination: string, state: string): AdminDelivery => ({
  id: `${destination}-1`,
  lead_id: 'l1',
  dealer: 'riverbend',
  destination,
  state,
  attempts: state === 'dead' ? 3 : 1,
  next_attempt_at: '2026-07-01T00:00:00.000Z',
  leased_until: null,
  delivered_at: state === 'delivered' ? '2026-07-01T00:00:02.000Z' : null,
  last_error: state === 'dead' ? 'HTTP 500' : null,
  error_code: null,
  restarted_at: null,
  traceparent: null,
  log: [
    {
      seq: 1,
      outbox_id: 'o',
      at: '2026-07-01T00:00:01.000Z',
      outcome: 'retry',
      detail: 'HTTP 500',
      duration_ms: 12,
    },
  ],
});
const lead = (part: Partial<AdminLead> = {}): AdminLead => ({
  id: 'l1',
  dealer: 'riverbend',
  form: 'contact',
  idempotency_key: 'k',
  body_hash: '',
  payload: { name: 'Ann', phone: '0412345678', message: 'Hello', opt_in_consent: { text: 'Yes, tell me' } },
  vehicle_id: null,
  created_at: '2026-07-01T00:00:00.000Z',
  kind: 'lead',
  category: 'General Enquiry',
  email: '',
  phone: '',
  location_id: null,
  parent_id: null,
  sequence: 1,
  erased_at: null,
  contact_id: null,
  deliveries: [delivery('crm', 'dead'), delivery('mail', 'delivered')],
  updates: [],
  ...part,
});

it('FORM-11 one row a lead, its deliveries side by side, its updates below', () => {
  const update = lead({
    id: 'l2',
    kind: 'update',
    sequence: 2,
    parent_id: 'l1',
    deliveries: [delivery('crm', 'pending')],
  });
  const rows = leadsTable([lead({ updates: [update] })], false).split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/^l1 .*crm dead \(3\), mail delivered .*A••• .*•••678 .*HTTP 500$/);
  expect(rows[2]).toMatch(/^l2 .*└ update 2 .*crm pending/);
  expect(leadsTable([lead({ kind: 'test' })], false)).toContain('contact (test)');
  expect(leadsTable([], false)).toBe('No leads.');
});

it('FORM-11 errors are reported in words, per destination if they differ', () => {
  const failed = (destination: string, last_error: string) => ({
    ...delivery(destination, 'dead'),
    last_error,
  });
  const differing = [failed('crm', 'HTTP 422'), failed('adf', 'no connection'), delivery('mail', 'pending')];
  expect(leadsTable([lead({ deliveries: differing })], false)).toMatch(/crm: HTTP 422; adf: no connection$/);
  const same = [failed('crm', 'HTTP 422'), failed('adf', 'HTTP 422')];
  expect(leadsTable([lead({ deliveries: same })], false)).toMatch(/[^:] {2}HTTP 422$/);
  const trapped = lead({ deliveries: [{ ...delivery('crm', 'held'), last_error: 'trap' }] });
  for (const text of [leadsTable([trapped], false), leadSheet(trapped)]) {
    expect(text).toContain('the form’s hidden field was filled in');
    expect(text).not.toContain('trap');
  }
});

it('FORM-11 a sheet shows consent and each delivery with its log', () => {
  const text = leadSheet(lead());
  for (const part of [
    'Yes, tell me',
    'Delivery to crm',
    'Delivery to mail',
    'retry: HTTP 500  12 ms',
    '0412345678',
  ]) {
    expect(text).toContain(part);
  }
});

it.each(['\u001B[2J', '\u009B31m', '\r', '\u0007', '\u202E', '\u2028', '\u{E0001}'])(
  'FORM-11 %j in a lead cannot control the terminal',
  (hostile) => {
    const payload = { name: `${hostile}Ann`, car_description: `A ${hostile} car`, message: `x${hostile}y` };
    const one = lead({ payload, deliveries: [delivery(`crm${hostile}`, 'dead')] });
    for (const text of [leadsTable([one], false), leadsTable([one], true), leadSheet(one)]) {
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    }
    expect(JSON.parse(leadsTable([one], true))).toMatchObject([{ car: `A ${hostile} car` }]);
  },
);

it('FORM-11 an erasure is reported with the other places to erase', () => {
  const erasure = {
    leads: 2,
    updates: 1,
    stopped: 1,
    delivered: [{ dealer: 'riverbend', destination: 'crm', leads: 2 }],
    underWay: [{ dealer: 'riverbend', destination: 'mail', leads: 1 }],
  };
  expect(erasureText(erasure, false).split('\n')).toEqual([
    'Erased 2 leads, 1 update.',
    '1 delivery will never leave.',
    'Already delivered; erase there as well:',
    '  riverbend crm (2)',
    'May be in delivery now; ask there too:',
    '  riverbend mail (1)',
  ]);
  expect(
    erasureText({ ...erasure, leads: 1, updates: 0, delivered: [], underWay: [] }, true).split('\n'),
  ).toEqual(['Would erase 1 lead.', '1 delivery would never leave.']);
});

it('FORM-11 each erased lead is listed with its destinations, without personal data', () => {
  const now = '2026-07-01T00:00:00.000Z';
  const underWay = { ...delivery('desk', 'erased'), leased_until: '2026-07-01T00:00:30.000Z' };
  const update = lead({ id: 'l2', kind: 'update', sequence: 2, deliveries: [delivery('crm', 'erased')] });
  const deliveries = [delivery('crm', 'delivered'), underWay, delivery('acknowledgement', 'delivered')];
  const text = erasedLeadsTable([lead({ deliveries, updates: [update] })], now);
  expect(text.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^l1 +2026-07-01T00:00:00.000Z +riverbend +contact +crm, desk \(perhaps\)$/),
    expect.stringMatching(/^l2 .*└ update 2 +-$/),
  ]);
  for (const word of ['Ann', 'A•••', '678']) expect(text).not.toContain(word);
});
