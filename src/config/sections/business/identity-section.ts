import * as v from 'valibot';
import {
  choice,
  flag,
  HttpsUrlSchema,
  LinkSchema,
  list,
  maybeLink,
  maybePath,
  maybeWords,
  PhoneSchema,
  SlugSchema,
  StateSchema,
  TextSchema,
  TimeZoneSchema,
  whole,
} from '#src/config/sections/setting-types.ts';
import { VERTICALS } from '#src/config/sections/stock/stock-terms.ts';

const HostSchema = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'a host name in lower case without scheme or port, e.g. "www.dealer.com.au"',
  ),
  // Otherwise a dealer could claim another's host.
  v.check((host) => !host.endsWith('.localhost'), 'a public host name; "<slug>.localhost" is automatic'),
);

/** A page of a previous site: an exact path, or a prefix ending with "/*". */
const FormerPathSchema = v.pipe(
  v.string(),
  v.regex(
    /^\/(?!\/|tenants(?:\/|$)|api(?:\/|$)|_astro(?:\/|$))[^\s\\*?#]*(?:\/\*)?$/,
    'a path of the earlier site without its query, e.g. "/stock.php", or "/stock/*" for all below it',
  ),
  v.maxLength(500, 'at most 500 characters'),
);

const RedirectSchema = v.pipe(
  v.strictObject({
    from: v.pipe(
      FormerPathSchema,
      v.description('NAV-12: address on the earlier site; "/old/*" matches everything below /old'),
    ),
    to: v.optional(
      v.pipe(LinkSchema, v.description('NAV-12: where it redirects to; leave it out with status 410')),
    ),
    status: v.optional(
      v.pipe(
        v.picklist([301, 302, 410]),
        v.description('NAV-12: 301 moved permanently, 302 moved temporarily, 410 gone'),
      ),
      301,
    ),
  }),
  v.forward(
    v.partialCheck(
      [['to'], ['status']],
      ({ to, status }) => (status === 410) === (to === undefined),
      'an address to lead to, or status 410 and none',
    ),
    ['to'],
  ),
);

/** A verification token of a search engine: the value of `content`, not the whole element. */
const TokenSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{8,120}$/, 'the token alone, as in content="…", not the whole element'),
);

/** CFG-06: hosts of the site, and redirects from a previous one. */
const domainEntries = {
  hosts: v.pipe(
    v.array(HostSchema),
    v.description('CFG-01: host names this site answers to; the first is canonical'),
  ),
  secureSubdomains: flag(
    false,
    'PLAT-02: for two years, browsers reach every subdomain over https only (Strict-Transport-Security with includeSubDomains). Switch it on only if every subdomain has a certificate',
  ),
  previousHosts: list(
    HostSchema,
    'NAV-12: host names of an earlier site; each address redirects to the same path on the first of "hosts"',
  ),
  redirects: v.optional(
    v.pipe(
      v.array(RedirectSchema),
      v.maxLength(5000),
      v.description("NAV-12: an earlier site's addresses and where they lead now"),
    ),
    [],
  ),
  searchConsole: v.optional(
    v.pipe(
      v.strictObject({
        google: v.optional(v.pipe(TokenSchema, v.description('NAV-12: token of Google Search Console'))),
        bing: v.optional(v.pipe(TokenSchema, v.description('NAV-12: token of Bing Webmaster Tools'))),
      }),
      v.description('NAV-12: proof of ownership for search engines, in the head of the home page'),
    ),
    {},
  ),
  status: v.optional(
    v.pipe(
      v.strictObject({
        state: choice(
          ['live', 'paused', 'retired'],
          'live',
          'CFG-02: paused shows a notice on every page, with phone numbers and a form that still takes leads; retired answers 410, or redirects to "movedTo"',
        ),
        message: maybeWords('CFG-02: what shoppers see while the site is paused or retired'),
        movedTo: v.optional(
          v.pipe(
            HttpsUrlSchema,
            v.description(
              'CFG-02: site that replaces a retired one; each address redirects to the same path there',
            ),
          ),
        ),
      }),
      v.description('CFG-02: whether the site is open'),
    ),
    {},
  ),
};

export type Redirect = v.InferOutput<typeof RedirectSchema>;

export const SOCIAL_NETWORKS = ['facebook', 'instagram', 'youtube', 'tiktok', 'linkedin'] as const;
export const CONDITIONS = ['new', 'demo', 'used'] as const;
export type Condition = (typeof CONDITIONS)[number];

type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

export const SOCIAL_NAMES: Readonly<Record<SocialNetwork, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
};

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
const MODULUS = 89;

/** Validates the ABN checksum defined by the Australian Business Register. */
export function isAbn(text: string): boolean {
  const digits = [...text.replaceAll(' ', '')].map(Number);
  const sum = digits.reduce(
    (total, digit, at) => total + (at === 0 ? digit - 1 : digit) * (WEIGHTS[at] ?? 0),
    0,
  );
  return digits.length === WEIGHTS.length && sum % MODULUS === 0;
}

const ABN_FORM = /^\d{2} \d{3} \d{3} \d{3}$/;

const PhonesSchema = v.strictObject({
  main: v.pipe(PhoneSchema, v.description('Shown when no other number applies')),
  new: v.optional(v.pipe(PhoneSchema, v.description('Shown for new cars'))),
  used: v.optional(v.pipe(PhoneSchema, v.description('Shown for used cars'))),
  demo: v.optional(v.pipe(PhoneSchema, v.description('Shown for demo cars'))),
  override: v.optional(v.pipe(PhoneSchema, v.description('Shown for every car when set'))),
});
export type Phones = v.InferOutput<typeof PhonesSchema>;

export type Identity = v.InferOutput<v.StrictObjectSchema<typeof identityEntries, undefined>>;

/** Legal and public identity of the dealer. */
export const identityEntries = {
  slug: v.pipe(
    SlugSchema,
    v.description('CFG-01: unique key of the dealer; also the demo host <slug>.localhost'),
  ),
  name: v.pipe(TextSchema, v.description('CFG-06: trading name')),
  ...domainEntries,
  timeZone: v.pipe(TimeZoneSchema, v.description('LOC-14: time zone of hours, offers and stock age')),
  state: v.optional(v.pipe(StateSchema, v.description('Home state (CFG-17)')), 'qld'),
  override_city: v.optional(
    v.pipe(
      TextSchema,
      v.description('City named in page titles instead of the primary location’s suburb (CFG-06)'),
    ),
  ),
  tagline: v.optional(
    v.pipe(TextSchema, v.description('CFG-06: a few words below the name and in page titles')),
  ),
  legalName: v.pipe(TextSchema, v.description('CFG-06: company that holds the licence')),
  abn: v.pipe(
    v.string(),
    v.regex(ABN_FORM, 'an ABN of eleven digits, e.g. "35 631 905 482"'),
    v.check((abn) => !ABN_FORM.test(abn) || isAbn(abn), 'an ABN whose check digits add up'),
    v.description('CFG-06: Australian Business Number of that company'),
  ),
  email: v.pipe(
    v.string(),
    v.email('an e-mail address'),
    v.description('CFG-06: e-mail address shown to shoppers'),
  ),
  manufacturer: v.optional(
    v.pipe(TextSchema, v.description('The one make a franchise site sells, e.g. "Suzuki" (CFG-06)')),
  ),
  phones: v.pipe(PhonesSchema, v.description('Numbers by car type (CFG-18)')),
  verticals: v.optional(
    v.pipe(
      v.array(v.picklist(VERTICALS, `one of ${VERTICALS.join(', ')}`)),
      v.minLength(1, 'at least one of them'),
      v.check((names) => new Set(names).size === names.length, 'each of them once'),
      v.description(
        'CFG-13: what the dealer sells. The first names the stock in texts ("caravans"); vehicles of other verticals are not shown. parts adds /parts/search',
      ),
    ),
    ['cars'],
  ),
  conditions: v.optional(
    v.pipe(
      v.array(v.picklist(CONDITIONS, `one of ${CONDITIONS.join(', ')}`)),
      v.minLength(1, 'at least one of them'),
      v.description(
        'CFG-05: conditions of the vehicles the dealer sells; headings and menus name no others. With stock.usedOnly it is used',
      ),
    ),
    [...CONDITIONS],
  ),
  subscriptionPlan: v.optional(
    v.pipe(
      v.strictObject({
        inclusions: list(TextSchema, 'CFG-16: what the price by the week includes, e.g. "Registration"'),
        minimumTerm: maybeWords('CFG-16: shortest subscription, e.g. "4 weeks, then a week’s notice"'),
        kilometres: maybeWords('CFG-16: how far it may be driven, e.g. "300 km a week"'),
      }),
      v.description('CFG-16: what a subscription comes with, on cards and pages of vehicles by the week'),
    ),
    {},
  ),
  subscription: flag(
    false,
    'CFG-16: vehicles are rented by the week: the subscription price comes first, with "/ week", and its facet replaces price',
  ),
  contactSocials: v.optional(
    v.pipe(
      v.array(v.picklist(SOCIAL_NETWORKS, `one of ${SOCIAL_NETWORKS.join(', ')}`)),
      v.description('CFG-17: networks of "socials" that the contact page shows'),
    ),
    ['facebook', 'instagram'],
  ),
  socials: v.optional(
    v.pipe(
      v.strictObject({
        facebook: maybeLink('Facebook page'),
        instagram: maybeLink('Instagram page'),
        youtube: maybeLink('YouTube channel'),
        tiktok: maybeLink('TikTok account'),
        linkedin: maybeLink('LinkedIn page'),
      }),
      v.description('CFG-17: social links of footer and contact page'),
    ),
    {},
  ),
  logo: v.pipe(
    v.strictObject({
      mark: v.pipe(TextSchema, v.description('Letters in the emblem')),
      words: v.pipe(TextSchema, v.description('Name beside the emblem')),
      tagline: v.optional(v.pipe(TextSchema, v.description('Small line below the name'))),
      url: maybePath(
        'Logo under public/ for light backgrounds, e.g. "/logos/harbour.svg"; replaces the word mark',
      ),
      darkGroundUrl: maybePath(
        'The same logo for dark backgrounds: a dark or brand-coloured header, the footer, dark mode',
      ),
      markUrl: maybePath('Square symbol for the browser tab; by default the emblem'),
      width: whole(180, [1, 4000], 'Width in the "viewBox" of the drawing; reserves space while it loads'),
      height: whole(48, [1, 4000], 'Height in the "viewBox" of the drawing'),
    }),
    v.description('CFG-15: word mark: one to three letters in the emblem, then the name'),
  ),
};
