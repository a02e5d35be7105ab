import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { TEST_TAG } from '#src/features/leads/delivery/lead-payload.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import type { OutboxServices } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { type DeliveryOptions, deliverQueue } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { composePayload } from '#src/features/leads/server/intake/compose-payload.ts';
import { columnsOf, destinationsOf } from '#src/features/leads/server/intake/lead-record.ts';
import { withdrawDeliveries } from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { deliveriesOf, type StoredDelivery } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { storeLead } from '#src/features/leads/server/queries/lead-queries.ts';

/** How long to wait for a running worker, which has secrets that this process may lack. */
const WORKER_FIRST_MS = 3000;
const POLL_MS = 250;

/** The number is reserved for fiction, and the address cannot receive mail. */
const TEST_VALUES = {
  name: 'TEST',
  last_name: 'Please ignore',
  email: 'test@example.com',
  phone: '0491570156',
  message: 'This is a test of lead delivery. No one is waiting for a reply.',
};

export type TestDelivery = {
  destination: string;
  outcome: 'delivered' | 'refused' | 'needs a setting' | 'waits';
  attempts: number;
  reason: string | null;
};

export type TestOptions = {
  dealer: DealerConfig;
  form: LeadFormName;
  /** Names; by default the destinations of a lead of this form. */
  destinations?: readonly string[] | undefined;
  timeoutMs: number;
  workerFirstMs?: number;
  delivery?: DeliveryOptions;
};

/** A missing setting does not count as an attempt. */
const needsSetting = ({ state, attempts, last_error }: StoredDelivery): boolean =>
  state === 'pending' && attempts === 0 && last_error !== null;

function outcomeOf(delivery: StoredDelivery): TestDelivery['outcome'] {
  if (delivery.state === 'delivered') return 'delivered';
  if (delivery.state === 'dead') return 'refused';
  return needsSetting(delivery) ? 'needs a setting' : 'waits';
}

async function storeTest(services: OutboxServices, options: TestOptions): Promise<string> {
  const { dealer, form: formName } = options;
  const form = leadFormNamed(formName);
  if (!form) throw new Error(`There is no form "${formName}".`);
  const now = services.clock.now();
  const parts = {
    dealer,
    form,
    formName,
    fields: form.fields(dealer, {}),
    values: TEST_VALUES,
    body: {},
    car: undefined,
    userAgent: '',
    now,
  };
  const composed = composePayload(parts);
  const payload = { ...composed, tags: [...composed.tags, TEST_TAG] };
  const names = options.destinations ?? destinationsOf(dealer, { form: formName, payload });
  const id = randomUUID();
  const lead = {
    id,
    dealer: dealer.slug,
    form: formName,
    idempotency_key: `test:${id}`,
    body_hash: '',
    vehicle_id: null,
    created_at: now.toISOString(),
    kind: 'test',
    ...columnsOf(payload),
    email: '',
    phone: '',
  };
  const outbox = names.map((destination) => ({ id: randomUUID(), destination, state: 'pending' as const }));
  await storeLead(services.db, lead, outbox, { keys: [], since: '' });
  return id;
}

/**
 * Sends a lead marked as a test through the normal delivery, and waits for the result. A running worker delivers it,
 * else this process. Undelivered tests are withdrawn.
 */
export async function sendTestLead(
  services: OutboxServices,
  options: TestOptions,
): Promise<{ leadId: string; deliveries: TestDelivery[] }> {
  const { dealer, timeoutMs, workerFirstMs = WORKER_FIRST_MS, delivery = {} } = options;
  const leadId = await storeTest(services, options);
  const started = performance.now();
  for (;;) {
    const rows = await deliveriesOf(services.db, [leadId]);
    const waiting = rows.filter((row) => outcomeOf(row) === 'waits');
    const elapsed = performance.now() - started;
    if (waiting.length === 0 || elapsed >= timeoutMs) break;
    if (elapsed >= workerFirstMs) {
      const queues = waiting.map(({ destination }) => ({ dealer: dealer.slug, destination, isProbe: false }));
      await Promise.all(queues.map((queue) => deliverQueue(services, queue, { ...delivery, leadId })));
    }
    await sleep(POLL_MS);
  }
  const rows = await deliveriesOf(services.db, [leadId]);
  await withdrawDeliveries(services.db, leadId);
  const deliveries = rows.map((row) => ({
    destination: row.destination,
    outcome: outcomeOf(row),
    attempts: row.attempts,
    reason: row.last_error,
  }));
  return { leadId, deliveries };
}
