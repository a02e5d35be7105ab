import * as v from 'valibot';
import { HttpsUrlSchema, LinkSchema } from './primitives.ts';
import { choice, flag, list, maybeWords } from './switches.ts';

export const HostSchema = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'a host name in lower case without scheme or port, e.g. "www.dealer.com.au"',
  ),
  // One dealer could otherwise answer for another's.
  v.check((host) => !host.endsWith('.localhost'), 'a public host name; "<slug>.localhost" is automatic'),
);

/** A page of an earlier site: one address, or with "/*" at its end everything below it. */
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

/** A verification token as search engines hand it out: the value of `content`, not the element. */
const TokenSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{8,120}$/, 'the token alone, as in content="…", not the whole element'),
);

/** CFG-06: under which names the site answers, and how it follows an earlier one. */
export const domainEntries = {
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
