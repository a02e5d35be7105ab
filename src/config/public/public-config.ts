import type { DealerConfig } from '../dealer-config.ts';

/** The part of a dealer's configuration that HTML and islands may hold: a list of keys, never "all but". */
const PUBLIC_KEYS = [
  'slug',
  'name',
  'tagline',
  'override_city',
  'legalName',
  'abn',
  'email',
  'manufacturer',
  'phones',
  'socials',
  'logo',
  'state',
  'timeZone',
  'template',
  'theme',
  'dealerships',
  'locations',
  'navigation',
  'search',
  'card',
  'vehiclePage',
  'images',
  'finance',
  'content',
  'verticals',
  'subscription',
  'contactSocials',
  'searchConsole',
  'status',
  'tradeIn',
  'links',
  'account',
  'serviceBooking',
  'testDrive',
  'brands',
  'brandStats',
  'brandColours',
  'models',
  'offers',
  'slides',
  'blog',
  'popup',
  'websites',
  'reviews',
  'analytics',
  'chat',
  'autobot',
  'slots',
  'plugins',
  'autograb',
  'copy',
  'pages',
  'pictureWidths',
] as const satisfies readonly (keyof DealerConfig)[];

const PUBLIC_LEADS_KEYS = [
  'postcode',
  'messageRequired',
  'location',
  'categories',
  'termsCheckbox',
  'termsNote',
  'testDriveTerms',
  'steps',
  'requestPhotos',
  'moneyQuickPicks',
  'enquiryExtras',
  'serviceExtras',
  'forms',
  'optInText',
  'optInVersion',
  'responsePromise',
] as const;

const CONDITIONS = ['new', 'demo', 'used'] as const;
export type Condition = (typeof CONDITIONS)[number];

export type PublicConfig = Pick<DealerConfig, (typeof PUBLIC_KEYS)[number]> & {
  leads: Pick<DealerConfig['leads'], (typeof PUBLIC_LEADS_KEYS)[number]> & {
    /** Site key of Turnstile, if the dealer uses it. */
    turnstileSiteKey?: string;
  };
  map: { zoom: number; embed?: string | undefined; key?: string | undefined };
  podium: { enabled: boolean };
  /** Conditions of vehicles the stock rules allow. */
  sells: readonly Condition[];
  /** Canonical origin, `https://www.dealer.com.au`, or the preview origin. */
  origin: string;
};

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Pick<T, K>;

const known = new WeakMap<DealerConfig, PublicConfig>();

/** The same object for the same configuration, which does not change while a process runs. */
export function toPublicConfig(dealer: DealerConfig): PublicConfig {
  const kept = known.get(dealer);
  if (kept) return kept;
  const made = publicPart(dealer);
  known.set(dealer, made);
  return made;
}

function publicPart(dealer: DealerConfig): PublicConfig {
  return {
    ...pick(dealer, PUBLIC_KEYS),
    leads: publicLeads(dealer.leads),
    map: publicMap(dealer.map),
    podium: { enabled: dealer.podium.enabled && dealer.podium.podium_api_token !== undefined },
    sells: dealer.stock.usedOnly ? ['used'] : CONDITIONS,
    origin: canonicalOrigin(dealer),
  };
}

const publicLeads = (leads: DealerConfig['leads']): PublicConfig['leads'] => ({
  ...pick(leads, PUBLIC_LEADS_KEYS),
  ...(leads.turnstile && { turnstileSiteKey: leads.turnstile.siteKey }),
});

/** CFG-23: the only key of a dealer file that is made for browsers. */
const publicMap = ({ zoom, embed, map_key }: DealerConfig['map']): PublicConfig['map'] => ({
  zoom,
  embed,
  key: map_key && process.env[map_key],
});

/** Port of the sites on a developer's machine. */
const DEFAULT_PORT = 4321;

/** The first configured host over https; a dealer without one is reached as `<slug>.localhost`. */
export const canonicalOrigin = (dealer: Pick<DealerConfig, 'hosts' | 'slug'>): string =>
  dealer.hosts[0]
    ? `https://${dealer.hosts[0]}`
    : `http://${dealer.slug}.localhost:${process.env.PORT ?? DEFAULT_PORT}`;
