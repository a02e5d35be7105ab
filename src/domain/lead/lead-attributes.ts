import * as v from 'valibot';
import { singleLine } from './clean-text.ts';

const MAX_PAGES = 20;
const MAX_PAGE_LENGTH = 300;
const MAX_PARAMS = 20;
const MAX_PARAM_NAME_LENGTH = 60;
const MAX_PARAM_LENGTH = 200;

export const LeadAttributesSchema = v.object({
  visited_pages: v.array(v.string()),
  linked_query_params: v.record(v.string(), v.string()),
});
export type LeadAttributes = v.InferOutput<typeof LeadAttributesSchema>;

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/**
 * FORM-04: the visit data stored by the browser, from two JSON texts. Missing, broken or forged parts are left out,
 * never refused: a lead is worth more than its attributes.
 */
export function readLeadAttributes(
  visitedPages: string | undefined,
  linkedQueryParams: string | undefined,
): LeadAttributes {
  const pages = parsed(visitedPages);
  const params = parsed(linkedQueryParams);
  return {
    visited_pages: (Array.isArray(pages) ? pages : [])
      .filter((page) => typeof page === 'string' && page.startsWith('/'))
      .slice(-MAX_PAGES)
      .map((page: string) => singleLine(page).slice(0, MAX_PAGE_LENGTH).toWellFormed()),
    linked_query_params: Object.fromEntries(
      Object.entries(typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {})
        .filter(
          ([name, value]) =>
            name !== '' && name.length <= MAX_PARAM_NAME_LENGTH && typeof value === 'string' && value !== '',
        )
        .slice(0, MAX_PARAMS)
        .map(([name, value]) => [
          singleLine(name),
          singleLine(value).slice(0, MAX_PARAM_LENGTH).toWellFormed(),
        ]),
    ),
  };
}
