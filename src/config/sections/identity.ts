import * as v from 'valibot';
import { LinkSchema, PhoneSchema, SlugSchema, StateSchema, TextSchema } from './primitives.ts';

const HostSchema = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'a host name in lower case without scheme or port, e.g. "www.dealer.com.au"',
  ),
  // One dealer could otherwise answer for another's.
  v.check((host) => !host.endsWith('.localhost'), 'a public host name; "<slug>.localhost" comes by itself'),
);

/** Who the dealer is, in law and to the shopper. */
export const identityEntries = {
  slug: v.pipe(SlugSchema, v.description('Unique key of the dealer; also the demo host <slug>.localhost')),
  name: v.pipe(TextSchema, v.description('Trading name')),
  hosts: v.pipe(
    v.array(HostSchema),
    v.description('Host names this site answers to; the first is canonical'),
  ),
  timeZone: v.pipe(
    v.string(),
    v.check(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone),
      'an IANA time zone, e.g. "Australia/Brisbane"',
    ),
    v.description('Time zone of hours, offers and stock age'),
  ),
  state: v.optional(v.pipe(StateSchema, v.description('Home state (CFG-17)')), 'qld'),
  override_city: v.optional(
    v.pipe(
      TextSchema,
      v.description('City named in page titles instead of the primary location’s suburb (CFG-06)'),
    ),
  ),
  tagline: v.optional(v.pipe(TextSchema, v.description('A few words below the name and in page titles'))),
  legalName: v.pipe(TextSchema, v.description('Company that holds the licence')),
  abn: v.pipe(
    v.string(),
    v.regex(/^\d{2} \d{3} \d{3} \d{3}$/, 'an ABN as "12 345 678 901"'),
    v.description('Australian Business Number of that company'),
  ),
  email: v.pipe(v.string(), v.email('an e-mail address'), v.description('Address shown to shoppers')),
  manufacturer: v.optional(
    v.pipe(TextSchema, v.description('The one make a franchise site stands for, e.g. "Suzuki" (CFG-06)')),
  ),
  phones: v.pipe(
    v.strictObject({
      main: v.pipe(PhoneSchema, v.description('Shown where no other number fits')),
      new: v.optional(v.pipe(PhoneSchema, v.description('Shown for new cars'))),
      used: v.optional(v.pipe(PhoneSchema, v.description('Shown for used cars'))),
      demo: v.optional(v.pipe(PhoneSchema, v.description('Shown for demo cars'))),
      override: v.optional(v.pipe(PhoneSchema, v.description('Shown for every car when set'))),
    }),
    v.description('Numbers by car type (CFG-18)'),
  ),
  socials: v.optional(
    v.pipe(
      v.strictObject({
        facebook: v.optional(v.pipe(LinkSchema, v.description('Facebook page'))),
        instagram: v.optional(v.pipe(LinkSchema, v.description('Instagram page'))),
      }),
      v.description('Social links of footer and contact page'),
    ),
    {},
  ),
  logo: v.pipe(
    v.strictObject({
      mark: v.pipe(TextSchema, v.description('Letters in the emblem')),
      words: v.pipe(TextSchema, v.description('Name beside the emblem')),
      tagline: v.optional(v.pipe(TextSchema, v.description('Small line below the name'))),
    }),
    v.description('Word mark: one to three letters in the emblem, then the name'),
  ),
};
