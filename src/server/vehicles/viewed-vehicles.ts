import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { errorResponse } from '#src/wire/error.ts';
import { ViewedRequestSchema } from '#src/wire/vehicle-cards.ts';
import type { Services } from '../services.ts';
import { listedCards } from './listed-cards.ts';

/** More ids are sent than shown, because some vehicles may be gone. */
const MOST_SHOWN = 6;

/**
 * VDP-22: the vehicles a browser has stored, in their current state, in the order of the query.
 * @returns a response of 400 `bad_request` if the query cannot be read
 */
export async function viewedVehicles(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<CardDocument[] | Response> {
  const asked = v.safeParse(ViewedRequestSchema, { id: query.getAll('id') });
  if (!asked.success) return errorResponse(400, 'bad_request', 'The vehicles cannot be read.');
  return (await listedCards(services, dealer, asked.output.id)).slice(0, MOST_SHOWN);
}
