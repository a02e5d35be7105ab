import type { DealerConfig } from '#src/config/dealer-config.ts';
import { mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { sentContext } from '#src/features/leads/server/intake/form-availability.ts';
import {
  adjustedOffer,
  type NoEstimateReason,
  validUntil,
  whyNoEstimate,
} from '#src/features/trade-in/trade-in-estimate.ts';
import { conditionFields, type JourneyPage, vehicleFields } from '#src/features/trade-in/trade-in-journey.ts';
import {
  kilometresOf,
  type TradeInRecord,
  TradeInVehicleSchema,
  withFacts,
} from '#src/features/trade-in/trade-in-record.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { parseSent } from '#src/platform/http/read-request.ts';
import { isWithinLimit } from '#src/platform/limits/rate-limits.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { changeTradeIn, type StoredTradeIn } from './queries/trade-in-queries.ts';
import type { ValuationSource } from './vehicle-data/valuer.ts';

export type JourneyFailure = {
  message: string;
  phone?: string;
  /** The message without file names, for a script that sends photos one by one. */
  reason?: string | undefined;
};

export type JourneyForm = {
  fields: readonly LeadField[];
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: JourneyFailure | undefined;
};

export type JourneyResponse =
  | { kind: 'unknown' }
  | { kind: 'go'; to: string }
  | {
      kind: 'page';
      page: JourneyPage;
      status: number;
      record: TradeInRecord;
      form: JourneyForm;
      isExpired: boolean;
      photos: number;
      /** VDP-290: slug of its vehicle, and its query. */
      deal: { slug: string; query: string } | undefined;
      retryAfterSeconds?: number | undefined;
    };

/** The response to a script that sends photos one by one: empty, or an error. */
export function photosResponse(response: JourneyResponse): Response {
  const headers = { 'Cache-Control': 'no-store' };
  if (response.kind === 'go' && response.to.endsWith('/photos'))
    return new Response(null, { status: 204, headers });
  const { status, form, retryAfterSeconds } =
    response.kind === 'page' ? response : { status: 404, form: undefined, retryAfterSeconds: undefined };
  const message = form?.failure?.reason ?? form?.failure?.message ?? 'This valuation takes no photos.';
  return errorResponse(
    status,
    'photos_refused',
    message,
    retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
  );
}

export type StepRefusal = {
  status: number;
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: JourneyFailure | undefined;
  retryAfterSeconds?: number | undefined;
};

export type StepOutcome =
  | { kind: 'done' /** Where the shopper wants to go on. */; onward?: JourneyPage }
  | ({ kind: 'refused' } & StepRefusal);

type Value = Pick<TradeInRecord, 'offer_price' | 'no_estimate_reason' | 'valued_at' | 'valid_until'>;

const sourcesOf = ({ autograb, redbook }: DealerConfig): ValuationSource[] => [
  ...(autograb ? (['autograb'] as const) : []),
  ...(redbook ? (['redbook'] as const) : []),
];

const noEstimate = (reason: NoEstimateReason, at: Date): Value => ({
  offer_price: null,
  no_estimate_reason: reason,
  valued_at: at.toISOString(),
  valid_until: null,
});

/** FORM-10: the estimate, or why none is displayed. Never rejects. */
async function valueVehicle(
  { clock, log, vehicleData: { valuer } }: Pick<Services, 'clock' | 'log' | 'vehicleData'>,
  dealer: DealerConfig,
  record: TradeInRecord,
): Promise<Value> {
  const now = clock.now();
  const { vehicle, adjustmentAnswers } = record;
  if (vehicle === null) return noEstimate('no_value', now);
  const kilometres = kilometresOf(record);
  const { year } = zonedDate(now, dealer.timeZone);
  const reason = whyNoEstimate(dealer.tradeIn, { year: vehicle.year, kilometres }, year);
  if (reason) return noEstimate(reason, now);
  if (!valuer) return noEstimate('switched_off', now);
  const outcome = await valuer.value({ vehicle, kilometres, sources: sourcesOf(dealer) });
  if (outcome.kind === 'unavailable') {
    log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'no valuation of a trade-in');
    return noEstimate('unavailable', now);
  }
  if (outcome.kind === 'no_value') return noEstimate('no_value', now);
  const offer = adjustedOffer(outcome.marketValue, adjustmentAnswers);
  if (offer === 0) return noEstimate('no_value', now);
  return {
    offer_price: offer,
    no_estimate_reason: null,
    valued_at: now.toISOString(),
    valid_until: validUntil(now, dealer.tradeIn.validDays, dealer.timeZone),
  };
}

/** @param carId the requested car of the dealer; empty for none */
export function stepFields(
  services: Services,
  dealer: DealerConfig,
  page: JourneyPage,
  carId = '',
): readonly LeadField[] {
  const kind = mainKind(dealer.verticals);
  switch (page) {
    case 'vehicle':
      return vehicleFields(zonedDate(services.clock.now(), dealer.timeZone).year, kind);
    case 'condition':
      return conditionFields(dealer.tradeIn, kind);
    case 'details':
      return LEAD_FORMS['trade-in']
        .fields(dealer, sentContext(services, dealer, { car_id: carId }))
        .filter(isVisible);
    default:
      return [];
  }
}

/** Car and plate are stored with the valuation, so the form omits them. */
const isVisible = ({ type, name }: LeadField) => type !== 'hidden' && name !== 'Rego';

export function stepValues(page: JourneyPage, { vehicle, adjustmentAnswers }: TradeInRecord): LeadValues {
  if (page === 'condition') return adjustmentAnswers;
  if (page !== 'vehicle' || vehicle === null) return {};
  return Object.fromEntries(Object.entries(vehicle).map(([name, value]) => [name, String(value)]));
}

/** Updates the record unless the lead was already sent. */
const change = (
  { db, clock }: Services,
  dealer: DealerConfig,
  id: string,
  next: (record: TradeInRecord) => TradeInRecord,
): Promise<unknown> =>
  db
    .transaction()
    .execute((tx) =>
      changeTradeIn(tx, dealer.slug, id, clock.now().toISOString(), (record) =>
        record.lead_id === null ? next(record) : record,
      ),
    );

type Checked = { values: LeadValues } | { refusal: StepOutcome };

/** Empty values are skipped optional questions. */
function check(fields: readonly LeadField[], sent: LeadValues): Checked {
  const checked = checkLead(fields, sent);
  if ('errors' in checked) {
    const values = Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));
    return { refusal: { kind: 'refused', status: 422, values, errors: checked.errors } };
  }
  return { values: Object.fromEntries(Object.entries(checked.values).filter(([, text]) => text !== '')) };
}

/** Stores the vehicle entered manually. */
export async function storeVehicle(
  services: Services,
  dealer: DealerConfig,
  { id }: StoredTradeIn,
  sent: LeadValues,
): Promise<StepOutcome> {
  const checked = check(stepFields(services, dealer, 'vehicle'), sent);
  if ('refusal' in checked) return checked.refusal;
  const { year, sleeps, ...texts } = checked.values;
  const vehicle = parseSent(TradeInVehicleSchema, {
    ...texts,
    year: Number(year),
    ...(sleeps && { sleeps: Number(sleeps) }),
  });
  await change(services, dealer, id, (record) => withFacts(record, { vehicle, vehicle_source: 'manual' }));
  return { kind: 'done' };
}

/** Stores the condition and the estimate, which is displayed after the contact details. */
export async function storeCondition(
  services: Services,
  dealer: DealerConfig,
  { id, record }: StoredTradeIn,
  sent: LeadValues,
  clientAddress: string | undefined,
): Promise<StepOutcome> {
  const checked = check(stepFields(services, dealer, 'condition'), sent);
  if ('refusal' in checked) return checked.refusal;
  await storeValue(
    services,
    dealer,
    id,
    withFacts(record, { adjustmentAnswers: checked.values }),
    clientAddress,
  );
  return { kind: 'done' };
}

/**
 * Values the vehicle and stores the result.
 * @returns the updated record
 */
export async function storeValue(
  services: Services,
  dealer: DealerConfig,
  id: string,
  answered: TradeInRecord,
  clientAddress: string | undefined,
): Promise<TradeInRecord> {
  const isAllowed = await isWithinLimit(services, dealer, 'valuation', clientAddress);
  const valuer = isAllowed ? services.vehicleData : {};
  const value = await valueVehicle({ ...services, vehicleData: valuer }, dealer, answered);
  await change(services, dealer, id, (now) =>
    // Another tab may have replaced the vehicle meanwhile; the estimate is not for the new one.
    JSON.stringify(now.vehicle) === JSON.stringify(answered.vehicle)
      ? { ...now, adjustmentAnswers: answered.adjustmentAnswers, ...value }
      : now,
  );
  return { ...answered, ...value };
}
