import * as v from 'valibot';
import { INVALID_POSTCODE } from '../location/distance.ts';
import { postcodeCentroid } from '../location/postcode-centroid.ts';
import { cleanText, isRight } from './field-rules.ts';
import type { LeadErrors, LeadField, LeadValues } from './lead-field.ts';
import { REQUIRED_MESSAGE, tooLongMessage } from './messages.ts';
import { normalisePhone } from './phone.ts';

/** LOC-11: for a postcode only; four digits may be nowhere. */
const isNowhere = ({ type }: LeadField, text: string): boolean =>
  type === 'postcode' && text !== '' && postcodeCentroid(text) === undefined;

const fieldSchema = (field: LeadField) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => cleanText(field, text)),
    v.check(
      (text) => text !== '' || !field.required,
      field.type === 'terms' ? field.invalidMessage : REQUIRED_MESSAGE,
    ),
    v.maxLength(field.maxLength, tooLongMessage(field.maxLength)),
    v.check((text) => text === '' || isRight(field, text), field.invalidMessage),
    v.check((text) => !isNowhere(field, text), INVALID_POSTCODE),
    v.transform((text) => (field.type === 'tel' ? normalisePhone(text) : text)),
  );

/** The schema of a form: every field cleaned and checked, anything else dropped. */
export const leadSchema = (fields: readonly LeadField[]) =>
  v.object(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])));

/** What a link says, as far as it is right: a field with anything else stays empty. */
export const rightValues = (fields: readonly LeadField[], linked: LeadValues): LeadValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = cleanText(field, linked[field.name] ?? '');
      return text !== '' && text.length <= field.maxLength && isRight(field, text) && !isNowhere(field, text)
        ? [[field.name, text]]
        : [];
    }),
  );

/** @returns the cleaned values, or the first message of each field at fault in the order of the form */
export function checkLead(
  fields: readonly LeadField[],
  body: LeadValues,
): { values: LeadValues } | { errors: LeadErrors } {
  const parsed = v.safeParse(leadSchema(fields), body);
  if (parsed.success) return { values: parsed.output };
  const nested = v.flatten<ReturnType<typeof leadSchema>>(parsed.issues).nested ?? {};
  return {
    errors: Object.fromEntries(
      fields.flatMap(({ name }) => {
        const first = nested[name]?.[0];
        return first === undefined ? [] : [[name, first]];
      }),
    ),
  };
}
