import * as v from 'valibot';
import type { FilterCondition } from '#src/domain/search/filter-conditions.ts';
import {
  ModelSearchSchema,
  OfferSearchSchema,
  SEARCH_MODELS_PATH,
  SEARCH_OFFERS_PATH,
} from '#src/wire/search-calls.ts';

const SCHEMAS = new Map<string, v.GenericSchema<unknown, { filters: FilterCondition[] }>>([
  [SEARCH_MODELS_PATH, ModelSearchSchema],
  [SEARCH_OFFERS_PATH, OfferSearchSchema],
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * SRCH-18: the cache key of a body. For searches of models and offers it is the query and the refinements in
 * canonical form; for any other address, and if the body can't be read, the body itself.
 */
export function searchQuestion(pathname: string, body: Buffer | undefined): string | undefined {
  const text = body?.toString();
  const schema = SCHEMAS.get(pathname);
  if (text === undefined || !schema) return text;
  const asked = v.safeParse(schema, parsed(text));
  if (!asked.success) return text;
  const filters = asked.output.filters.map((condition) => JSON.stringify(condition)).sort();
  return JSON.stringify({ ...asked.output, filters });
}
