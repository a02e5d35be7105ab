import { randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { VALUATION_PATH } from '#src/config/sections/link-paths.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import type { JourneyPage } from '#src/domain/trade-in/journey.ts';
import { isPlate } from '#src/domain/trade-in/plate.ts';
import { NO_PLATE, PLATE_MESSAGE, plateFields } from '#src/domain/trade-in/trade-in-fields.ts';
import { newTradeIn, type TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { insertTradeIn } from '#src/providers/database/trade-ins.ts';
import type { Plate } from '#src/providers/rego/rego.ts';
import { checkFormAvailability, SIGNED_IN_VISITOR } from '../leads/intake/asked-form.ts';
import { readLeadBody } from '../leads/intake/read-lead-body.ts';
import { notStoredMessage, tooManyMessage } from '../leads/intake/respond-to-lead.ts';
import { isWithinLimit } from '../limit-use.ts';
import type { Services } from '../services.ts';
import type { JourneyFailure } from './journey-response.ts';

const ID_BYTES = 24;

export type JourneyBegun =
  | { kind: 'begun'; to: string }
  | {
      kind: 'refused';
      status: number;
      values: LeadValues;
      errors?: LeadErrors;
      failure?: JourneyFailure;
    };

type Found = Pick<TradeInRecord, 'vehicle' | 'vehicle_source' | 'lookup_problem'>;

async function lookUp(
  services: Services,
  dealer: DealerConfig,
  plate: Plate,
  clientAddress: string | undefined,
): Promise<Found> {
  const { register } = services.vehicleData;
  const noVehicle: Found = { vehicle: null, vehicle_source: null, lookup_problem: 'unavailable' };
  if (!register) return { ...noVehicle, lookup_problem: null };
  if (!(await isWithinLimit(services, dealer, 'lookup', clientAddress))) return noVehicle;
  const outcome = await register.find(plate);
  switch (outcome.kind) {
    case 'found':
      return { vehicle: outcome.vehicle, vehicle_source: 'lookup', lookup_problem: null };
    case 'not_found':
      return { ...noVehicle, lookup_problem: 'not_found' };
    case 'unavailable':
      services.log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'no answer about a plate');
      return noVehicle;
  }
}

/**
 * Stricter than the plate of an enquiry, which is never a reason to refuse the enquiry: this one is sent to a
 * register.
 */
function checkPlate({ state }: DealerConfig, body: LeadValues): ReturnType<typeof checkLead> {
  const checked = checkLead(plateFields(state), body);
  return 'values' in checked && !isPlate(checked.values.rego ?? '')
    ? { errors: { rego: PLATE_MESSAGE } }
    : checked;
}

/** Only a car that accepts trade-ins is stored; otherwise the valuation continues without one. */
async function wantedCar(services: Services, dealer: DealerConfig, id: string | undefined) {
  const asked = await checkFormAvailability(services, dealer, 'trade-in', id, SIGNED_IN_VISITOR);
  return (asked.kind === 'open' && asked.car?.id) || null;
}

/**
 * FORM-10: starts a valuation with or without a plate. Whatever the register returns, the shopper can continue.
 */
export async function beginJourney(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<JourneyBegun> {
  const body = await readLeadBody(request);
  const values = { rego: body.rego ?? '', regoState: body.regoState ?? '', car_id: body.car_id ?? '' };
  const isByHand = body[NO_PLATE] === TICKED || !dealer.tradeIn.regoLookup;
  const checked = isByHand ? undefined : checkPlate(dealer, body);
  if (checked && 'errors' in checked) return { kind: 'refused', status: 422, values, errors: checked.errors };
  const phone = dealer.phones.override ?? dealer.phones.main;
  try {
    if (!(await isWithinLimit(services, dealer, 'journey', clientAddress))) {
      return { kind: 'refused', status: 429, values, failure: { message: tooManyMessage(phone), phone } };
    }
    const plate = checked
      ? { rego: checked.values.rego ?? '', state: checked.values.regoState ?? '' }
      : undefined;
    const found = plate && (await lookUp(services, dealer, plate, clientAddress));
    const id = randomBytes(ID_BYTES).toString('base64url');
    const record = {
      ...newTradeIn(id, { rego: plate?.rego ?? '', regoState: plate?.state ?? '' }),
      ...found,
    };
    const vehicleId = await wantedCar(services, dealer, body.car_id);
    await insertTradeIn(
      services.db,
      dealer.slug,
      { id, vehicleId, record },
      services.clock.now().toISOString(),
    );
    return { kind: 'begun', to: journeyPath(id, record.vehicle ? 'condition' : 'vehicle') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'valuation not begun');
    return { kind: 'refused', status: 503, values, failure: { message: notStoredMessage(phone), phone } };
  }
}

export const journeyPath = (id: string, page: JourneyPage): string => `${VALUATION_PATH}/${id}/${page}`;
