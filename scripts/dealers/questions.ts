import * as v from 'valibot';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { identityEntries } from '#src/config/sections/business/identity-section.ts';
import { DealershipSchema, LocationSchema } from '#src/config/sections/business/locations-section.ts';
import { ColourSchema, StateSchema } from '#src/config/sections/setting-types.ts';
import { readOpeningHours } from './typed-hours.ts';

const { address, phone } = LocationSchema.entries;
const { street, city, postcode } = address.entries;

const OpeningHoursTextSchema = v.pipe(
  v.string(),
  v.check(
    (text) => readOpeningHours(text) !== undefined,
    'days with their hours by a 24-hour clock or with am and pm, each day once, e.g. "Mon-Fri 8:30-17:30, Sat 9am-1pm, Sun closed"',
  ),
);

/** The questions about a new dealer, in order; each answer is checked by the schema of its key. */
export const QUESTIONS = [
  { option: 'name', asks: 'Trading name', schema: identityEntries.name },
  {
    option: 'template',
    asks: 'Template: metro (new, demo and used cars), salon (the same, prestige) or yard (used cars)',
    schema: DealerConfigSchema.entries.template,
  },
  { option: 'state', asks: 'State: act, nsw, nt, qld, sa, tas, vic or wa', schema: StateSchema },
  { option: 'legal-name', asks: 'Company that holds the licence', schema: identityEntries.legalName },
  { option: 'abn', asks: 'ABN of that company', schema: identityEntries.abn },
  { option: 'licence', asks: 'Motor dealer licence number', schema: DealershipSchema.entries.licenceNumber },
  { option: 'email', asks: 'E-mail address shown to shoppers', schema: identityEntries.email },
  { option: 'phone', asks: 'Phone number', schema: phone },
  { option: 'street', asks: 'Number and street', schema: street },
  { option: 'suburb', asks: 'Suburb or town', schema: city },
  { option: 'postcode', asks: 'Postcode', schema: postcode },
  {
    option: 'hours',
    asks: 'Opening hours, e.g. "Mon-Fri 8:30-17:30, Sat 9am-1pm"; days left out are closed; may be left out',
    schema: OpeningHoursTextSchema,
    isOptional: true,
  },
  { option: 'brand', asks: 'Brand colour, e.g. #0a3d62', schema: ColourSchema },
] as const satisfies readonly {
  option: string;
  asks: string;
  schema: v.GenericSchema<string>;
  /** Without a terminal it may be left out, on one it may be empty. */
  isOptional?: true;
}[];

export type Answers = Record<(typeof QUESTIONS)[number]['option'], string>;
