import * as v from 'valibot';
import type { ErrorBody } from './error.ts';

const describedPhone = (what: string) => v.pipe(v.string(), v.description(what));

/** VDP-33: the form beside a masked number, posted to its page. */
export const PhoneRevealRequestSchema = v.object({
  car_id: describedPhone('Id of the vehicle'),
  dealership_id: describedPhone('Id of the dealership that sells it'),
  website_id: describedPhone('Slug of the dealer'),
});

export const PhoneRevealedSchema = v.strictObject({
  phone: describedPhone('The full number, formatted'),
  href: describedPhone('The same as a `tel:` address'),
});
export type PhoneRevealed = v.InferOutput<typeof PhoneRevealedSchema>;

/** A refusal contains the page with the dealer's numbers, or the vehicle's own, which says why there is none. */
export type PhoneRefused = ErrorBody & { location: string };
