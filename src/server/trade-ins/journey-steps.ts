import type { DealerConfig } from '#src/config/dealer-config.ts';
import { mainKind } from '#src/config/sections/verticals.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import type { LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import type { JourneyPage } from '#src/domain/trade-in/journey.ts';
import { conditionFields, vehicleFields } from '#src/domain/trade-in/trade-in-fields.ts';
import { type TradeInRecord, withFacts } from '#src/domain/trade-in/trade-in-record.ts';
import { TradeInVehicleSchema } from '#src/domain/trade-in/trade-in-vehicle.ts';
import { changeTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import { sentContext } from '../leads/intake/form-context.ts';
import { isWithinLimit } from '../limit-use.ts';
import type { Services } from '../services.ts';
import { parseSent } from '../unreadable-request.ts';
import type { StepOutcome } from './journey-response.ts';
import { valueVehicle } from './value-vehicle.ts';

/**
 * The fields of a step.
 * @param carId the car of the dealer that the shopper wants; empty for none
 */
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

/** The valuation has the car and the plate; the form does not contain them. */
const isVisible = ({ type, name }: LeadField) => type !== 'hidden' && name !== 'Rego';

/** Earlier answers. */
export function stepValues(page: JourneyPage, { vehicle, adjustmentAnswers }: TradeInRecord): LeadValues {
  if (page === 'condition') return adjustmentAnswers;
  if (page !== 'vehicle' || vehicle === null) return {};
  return Object.fromEntries(Object.entries(vehicle).map(([name, value]) => [name, String(value)]));
}

/** Writes changed facts unless the dealer already has the valuation. */
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

/** Empty texts are skipped optional questions. */
function check(fields: readonly LeadField[], sent: LeadValues): Checked {
  const checked = checkLead(fields, sent);
  if ('errors' in checked) {
    const values = Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));
    return { refusal: { kind: 'refused', status: 422, values, errors: checked.errors } };
  }
  return { values: Object.fromEntries(Object.entries(checked.values).filter(([, text]) => text !== '')) };
}

/** The vehicle as it was typed in. */
export async function takeVehicle(
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

/** The answers about its condition; the estimate depends on them and is shown after the contact details. */
export async function takeCondition(
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

/** Values the vehicle and stores the result. @returns the record with its value */
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
    // Another tab may have replaced the vehicle in the meantime: the new one is not valued yet.
    JSON.stringify(now.vehicle) === JSON.stringify(answered.vehicle)
      ? { ...now, adjustmentAnswers: answered.adjustmentAnswers, ...value }
      : now,
  );
  return { ...answered, ...value };
}
