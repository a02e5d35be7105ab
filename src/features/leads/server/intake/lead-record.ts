import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadDestination, UNASSIGNED_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import {
  isPreviewLead,
  type LeadPayload,
  readLeadPayload,
} from '#src/features/leads/delivery/lead-payload.ts';
import { SAME_SUBMISSION_MS } from '#src/features/leads/endpoints/lead-endpoints.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  extendLatestUpdate,
  type FormerKeys,
  findLead,
  heldReasonOf,
  LeadErased,
  type NewDelivery,
  numberUpdate,
  type StoredLead,
  storeLead,
} from '#src/features/leads/server/queries/lead-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { Services } from '#src/server/services.ts';

const CLIENT_KEY = /^[\w-]{16,64}$/;

export type SubmissionKey = { idempotency_key: string; body_hash: string; former: FormerKeys };

/** Independent of the order of fields. */
const canonical = (dealer: string, form: string, values: LeadValues) =>
  JSON.stringify([dealer, form, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * The idempotency key of a submission: the browser's random key, else a hash of the content within ten minutes.
 * @param values validated, without visit data and the key itself
 */
export function submissionKey(options: {
  secret: string;
  dealer: string;
  form: string;
  values: LeadValues;
  clientKey: string | undefined;
  now: Date;
}): SubmissionKey {
  const { secret, dealer, form, values, clientKey, now } = options;
  const content = canonical(dealer, form, values);
  const body_hash = createHash('sha256').update(content).digest('hex');
  if (clientKey !== undefined && CLIENT_KEY.test(clientKey)) {
    return { idempotency_key: `client:${form}:${clientKey}`, body_hash, former: { keys: [], since: '' } };
  }
  const window = Math.floor(now.getTime() / SAME_SUBMISSION_MS);
  const keyOf = (index: number) =>
    `content:${createHmac('sha256', secret).update(`${index}\n${content}`).digest('hex')}`;
  return {
    idempotency_key: keyOf(window),
    body_hash,
    // Catches repeats across the boundary of two windows.
    former: {
      keys: [keyOf(window - 1)],
      since: new Date(now.getTime() - SAME_SUBMISSION_MS).toISOString(),
    },
  };
}

type RoutedLead = { form: string; payload: Pick<LeadPayload, 'category' | 'location_id' | 'tags'> };

const accepts = (wanted: readonly string[], value: string | undefined) =>
  wanted.length === 0 || (value !== undefined && wanted.includes(value));

const acceptsLead = ({ categories, forms, locations }: LeadDestination, { form, payload }: RoutedLead) =>
  accepts(categories, payload.category) && accepts(forms, form) && accepts(locations, payload.location_id);

/**
 * The unique names of a lead's destinations: all that accept it, else the dealer's first. Empty only for a lead from
 * a preview; any other would be lost.
 */
export function destinationsOf({ leads }: Pick<DealerConfig, 'leads'>, lead: RoutedLead): readonly string[] {
  if (isPreviewLead(lead.payload)) return [];
  const [first, ...others] = leads.destinations.filter((destination) => acceptsLead(destination, lead));
  if (first) return [first.name, ...others.map(({ name }) => name)];
  return [leads.destinations[0]?.name ?? UNASSIGNED_DESTINATION];
}

/** Columns derived from a new lead's payload. */
export const columnsOf = (payload: LeadPayload) => ({
  payload: JSON.stringify(payload),
  category: payload.category,
  email: payload.email.toLowerCase(),
  phone: payload.phone,
  location_id: payload.location_id ?? null,
  parent_id: null,
  sequence: 1,
  erased_at: null,
  contact_id: null,
});

export const outboxOf = (dealer: DealerConfig, lead: { form: string; payload: LeadPayload }): NewDelivery[] =>
  destinationsOf(dealer, lead).map((destination) => ({ id: randomUUID(), destination }));

/**
 * The lead of another record: a paid reservation, an invoice, a draw. Idempotent: a record makes one lead.
 * @param record its kind and id, which form the idempotency key
 */
export function leadOfRecord(
  dealer: DealerConfig,
  record: { kind: string; id: string },
  about: { id?: string; form: string; payload: LeadPayload; vehicleId?: string; now: string },
): { lead: StoredLead; outbox: readonly NewDelivery[] } {
  const { id = randomUUID(), form, payload, vehicleId, now } = about;
  const lead = {
    id,
    dealer: dealer.slug,
    form,
    idempotency_key: `${record.kind}:${record.id}`,
    body_hash: createHash('sha256').update(record.id).digest('hex'),
    vehicle_id: vehicleId ?? null,
    created_at: now,
    kind: 'lead',
    ...columnsOf(payload),
  };
  const outbox = outboxOf(dealer, { form, payload });
  return { lead, outbox };
}

export type LeadUpdate = {
  dealer: DealerConfig;
  leadId: string;
  /** Idempotency key of the update within its lead. */
  key: string;
  /**
   * Debounces updates in quick succession, such as photos: they are merged and delivered as one, once none was added
   * for `debounceMs`.
   */
  series?: { name: string; debounceMs: number } | undefined;
  /** Returns the complete updated payload. */
  change: (payload: LeadPayload) => LeadPayload;
  /** Runs in the transaction of the update. */
  alongside?: (transaction: Database, updateId: string) => Promise<void>;
};

const keyOf = (leadId: string, key: string, series: LeadUpdate['series']): string =>
  `update:${leadId}:${series ? `${series.name}:` : ''}${key}`;

/**
 * FORM-10: stores an update of a lead and its deliveries in one transaction. Updates of a held lead are held too.
 * @returns `unknown` for another dealer's or an erased lead
 * @throws the database's error if it cannot store
 */
export async function storeUpdate(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  update: LeadUpdate,
): Promise<'stored' | 'known' | 'unknown'> {
  const { dealer, leadId, key, series, change, alongside = async () => {} } = update;
  const parent = await findLead(services.db, dealer.slug, leadId);
  if (!parent) return 'unknown';
  const payload = change(readLeadPayload(parent.payload));
  const now = services.clock.now();
  const dueAt = series && new Date(now.getTime() + series.debounceMs).toISOString();
  const latest = series && dueAt && { leadId, keyPrefix: keyOf(leadId, '', series), dueAt };
  if (latest && (await extendLatestUpdate(services.db, latest, alongside))) {
    await onDisk(services.db);
    return 'stored';
  }
  const id = randomUUID();
  const lead = {
    ...parent,
    id,
    idempotency_key: keyOf(leadId, key, series),
    body_hash: createHash('sha256').update(key).digest('hex'),
    payload: JSON.stringify(payload),
    created_at: now.toISOString(),
    kind: 'update',
    parent_id: leadId,
  };
  const outbox = destinationsOf(dealer, { form: parent.form, payload }).map((destination) => ({
    id: randomUUID(),
    destination,
    dueAt,
  }));
  try {
    const stored = await storeLead(services.db, lead, outbox, { keys: [], since: '' }, async (tx) => {
      await numberUpdate(tx, id, leadId);
      // Read in this transaction, so that an update of a lead released meanwhile is not held.
      const heldReason = await heldReasonOf(tx, leadId);
      await alongside(tx, id);
      return heldReason;
    });
    if (stored.kind !== 'stored') return 'known';
  } catch (error) {
    if (error instanceof LeadErased) return 'unknown';
    throw error;
  }
  services.log.info({ leadId, dealer: dealer.slug, form: parent.form }, 'lead update stored');
  return 'stored';
}
