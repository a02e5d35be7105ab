import * as v from 'valibot';
import type { ErrorBody } from './error.ts';

const described = (what: string) => v.pipe(v.string(), v.description(what));

/** VDP-33: the form beside a masked number, posted to its page. */
export const PhoneRevealRequestSchema = v.object({
  car_id: described('Id of the vehicle'),
  dealership_id: described('Id of the dealership that sells it'),
  website_id: described('Slug of the dealer'),
});

export const PhoneRevealedSchema = v.strictObject({
  phone: described('The full number, formatted'),
  href: described('The same as a `tel:` address'),
});
export type PhoneRevealed = v.InferOutput<typeof PhoneRevealedSchema>;

/** A refusal contains the page with the dealer's numbers, or the vehicle's own, which says why there is none. */
export type PhoneRefused = ErrorBody & { location: string };
