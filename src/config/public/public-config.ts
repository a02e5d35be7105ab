import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { memoizeByObject } from '#src/config/memoize.ts';
import { CONDITIONS, type Condition } from '#src/config/sections/business/identity-section.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';

const DIGITS = 12;

/** Version of a text shown to shoppers, derived from its content. */
export const textVersion = (paragraphs: readonly string[]): string =>
  `sha256:${createHash('sha256').update(paragraphs.join('\n\n')).digest('hex').slice(0, DIGITS)}`;

/** Version of the terms linked from the checkbox in forms. */
export const termsVersion = ({ terms }: Pick<DealerConfig['content'], 'terms'>): string =>
  textVersion([terms].flat());

/** Allowlist of the configuration exposed to HTML and islands; never a denylist. */
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
  'ourLocations',
  'navigation',
  'card',
  'vehiclePage',
  'images',
  'finance',
  'onRoad',
  'content',
  'verticals',
  'subscription',
  'subscriptionPlan',
  'contactSocials',
  'searchConsole',
  'status',
  'tradeIn',
  'deals',
  'links',
  'account',
  'reserve',
  'serviceBooking',
  'brands',
  'brandStats',
  'brandColours',
  'models',
  'offers',
  'slides',
  'blog',
  'ownPages',
  'popup',
  'salesCounter',
  'websites',
  'reviews',
  'analytics',
  'chat',
  'autobot',
  'slots',
  'plugins',
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

/** Omits the search engine's address and key: browsers only reach it through the site. */
type PublicSearch = Omit<DealerConfig['search'], 'host' | 'key' | 'index'>;

export function publicSearch({
  host: _,
  key: __,
  index: ___,
  ...search
}: DealerConfig['search']): PublicSearch {
  return search;
}

export type PublicConfig = Pick<DealerConfig, (typeof PUBLIC_KEYS)[number]> & {
  search: PublicSearch;
  leads: Pick<DealerConfig['leads'], (typeof PUBLIC_LEADS_KEYS)[number]> & {
    /** Site key of Turnstile, if the dealer uses it. */
    turnstileSiteKey?: string;
    /** Set if forms have a checkbox for the terms. */
    termsVersion?: string;
  };
  payments: Pick<DealerConfig['payments'], 'logos'>;
  map: {
    zoom: number;
    embed?: string | undefined;
    tiles?: string | undefined;
    style?: string | undefined;
    origins: readonly string[];
    attribution?: string | undefined;
    key?: string | undefined;
    /** LOC-13: maps API keys by location slug, where overridden. */
    keys: Readonly<Record<string, string>>;
  };
  podium: { enabled: boolean };
  /** Conditions of vehicles that the stock rules allow. */
  sells: readonly Condition[];
  /** Canonical origin, `https://www.dealer.com.au`, or the preview origin. */
  origin: string;
};

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Pick<T, K>;

/** Returns the same object for the same configuration. */
export const toPublicConfig = memoizeByObject(publicPart);

function publicPart(dealer: DealerConfig): PublicConfig {
  return {
    ...pick(dealer, PUBLIC_KEYS),
    search: publicSearch(dealer.search),
    leads: publicLeads(dealer),
    onRoad: publicOnRoad(dealer),
    payments: pick(dealer.payments, ['logos']),
    locations: dealer.locations.map(publicLocation),
    map: publicMap(dealer),
    podium: { enabled: dealer.podium.enabled && dealer.podium.podium_api_token !== undefined },
    sells: dealer.stock.usedOnly ? ['used'] : CONDITIONS.filter((each) => dealer.conditions.includes(each)),
    origin: canonicalOrigin(dealer),
  };
}

const publicLeads = ({ leads, content }: DealerConfig): PublicConfig['leads'] => ({
  ...pick(leads, PUBLIC_LEADS_KEYS),
  ...(leads.turnstile && { turnstileSiteKey: leads.turnstile.siteKey }),
  ...(leads.termsCheckbox && { termsVersion: termsVersion(content) }),
});

/** LOC-270: the map service of the dealer, else, if there is none or its key is missing, tiles of the platform. */
function mapService({ map }: DealerConfig, key: string | undefined) {
  const { embed, tiles, style, origins, attribution } = map;
  const { MAP_TILES, MAP_ATTRIBUTION } = process.env;
  const own = embed ?? tiles ?? style;
  const isUsable = own !== undefined && (key !== undefined || !own.includes('{key}'));
  return isUsable || !MAP_TILES
    ? { embed, tiles, style, origins, attribution }
    : { origins: [], tiles: MAP_TILES, attribution: MAP_ATTRIBUTION };
}

/** SRCH-210: settles "auto". Heavy trucks and caravans have no estimates. */
function publicOnRoad({ onRoad, stock, subscription, verticals }: DealerConfig): PublicConfig['onRoad'] {
  const isEstimated =
    onRoad.estimates &&
    !subscription &&
    Object.values(stock.defaultPriceType).includes('excluding_government_charges') &&
    verticals.some((vertical) => vertical === 'cars' || vertical === 'motorcycles');
  const isOn = onRoad.budgetFilter === 'auto' ? isEstimated : onRoad.budgetFilter === 'on';
  return { ...onRoad, budgetFilter: isOn ? 'on' : 'off' };
}

/** CFG-23: the only key of a dealer file that is sent to browsers. */
function publicMap(dealer: DealerConfig): PublicConfig['map'] {
  const { map, locations } = dealer;
  const key = map.map_key && process.env[map.map_key];
  return {
    zoom: map.zoom,
    ...mapService(dealer, key),
    key,
    keys: Object.fromEntries(
      locations.flatMap(({ slug, address: { map_key } }) => {
        const own = map_key && process.env[map_key];
        return own ? [[slug, own]] : [];
      }),
    ),
  };
}

/** Omits the name of the maps key, which is internal. */
function publicLocation({ address: { map_key: _, ...address }, ...location }: Location): Location {
  return { ...location, address };
}

/** Port of sites in development. */
const DEFAULT_PORT = 4321;

/** The first configured host over https, or `<slug>.localhost`. */
export const canonicalOrigin = (dealer: Pick<DealerConfig, 'hosts' | 'slug'>): string =>
  dealer.hosts[0]
    ? `https://${dealer.hosts[0]}`
    : `http://${dealer.slug}.localhost:${process.env.PORT ?? DEFAULT_PORT}`;
