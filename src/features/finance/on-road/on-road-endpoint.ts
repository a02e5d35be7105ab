import * as v from 'valibot';
import { STATES } from '#src/config/sections/states.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { centsToDollars } from '#src/platform/number/number-format.ts';
import type { OnRoadEstimate } from './on-road-estimate.ts';

export const onRoadPath = (slug: string): string => `/api/cars/${slug}/on-road`;

const described = (what: string) => v.pipe(v.string(), v.description(what));
const dollars = (what: string) => v.pipe(v.number(), v.description(`${what}, dollars`));

export const OnRoadResponseSchema = v.strictObject({
  state: v.pipe(v.picklist(STATES), v.description('State or territory it is for')),
  lines: v.pipe(
    v.array(
      v.strictObject({
        kind: described('`price`, `duty`, `registration`, `ctp`, `plates`, `transfer` or `dealer`'),
        label: described('As a page shows it'),
        amount: dollars('Amount'),
      }),
    ),
    v.description('The advertised price first, then each charge; they add up to the total'),
  ),
  total: dollars('The estimated price on the road'),
  basis: v.pipe(v.array(v.string()), v.description('Sentences to be shown with it')),
  sources: v.pipe(
    v.array(v.strictObject({ name: described('Of the page'), href: described('Its address') })),
    v.description('Official pages the figures are from'),
  ),
  as_of: described('Day the figures were looked up, YYYY-MM-DD'),
  as_of_text: described('The same in words'),
});
export type OnRoadResponse = v.InferOutput<typeof OnRoadResponseSchema>;

/** VDP-210: the part of a vehicle page, with the postcode that was sent. */
export type OnRoadPart = { estimate: OnRoadResponse; typed: string; message: string };

export const toOnRoadResponse = ({
  state,
  lines,
  totalCents,
  basis,
  sources,
  asOf,
}: OnRoadEstimate): OnRoadResponse => ({
  state,
  lines: lines.map(({ kind, label, amountCents }) => ({ kind, label, amount: centsToDollars(amountCents) })),
  total: centsToDollars(totalCents),
  basis: [...basis],
  sources: [...sources],
  as_of: asOf,
  as_of_text: formatDate(asOf),
});

export const ON_ROAD_ENDPOINT: Endpoint = {
  method: 'GET',
  path: `${onRoadPath('{slug}')}?postcode={postcode}`,
  summary:
    'The estimated price on the road of a vehicle whose price excludes government charges, for a postcode; without one for the dealer’s state. On sites with `onRoad.estimates`.',
  response: OnRoadResponseSchema,
  statuses: {
    200: 'The estimate',
    404: '`no_estimate`: no such vehicle for sale, or none is made for it',
    422: '`invalid_postcode`: no state has it',
  },
};
