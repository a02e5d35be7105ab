import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { isDealerVariable } from '#src/config/environment.ts';
import { SecretNameSchema } from '#src/config/sections/setting-types.ts';
import type { ThemeColours } from '#src/config/sections/site/theme-section.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { placesOf, repeated } from '#src/dealer-files/find-places.ts';
import { overlaps } from '#src/dealer-files/parse-settings.ts';
import { isOwnOrigin } from '#src/platform/http/preview-origin.ts';
import { darkColours, logoGround, MINIMUM_CONTRAST, weakPairs } from '#src/platform/theme/theme-colours.ts';
import { checkAddresses, checkForwarding } from './address-checks.ts';
import { checkFinance } from './finance-checks.ts';
import { checkLatentMistakes } from './latent-mistakes.ts';
import { checkLeadDestinations } from './lead-checks.ts';
import { checkLinks, checkMenus, checkWritings } from './link-checks.ts';
import { checkHours, checkLocations, checkPlaces } from './location-checks.ts';
import { checkReviews } from './review-checks.ts';

const findings = (key: 'colours' | 'darkColours', colours: ThemeColours): Finding[] =>
  weakPairs(colours).map(({ text, background, ground, ratio }) => ({
    path: `theme.${key}.${text}`,
    expected: `contrast of at least ${MINIMUM_CONTRAST}:1 on "${background}" ${ground}`,
    received: `${colours[text]}, which reaches ${ratio.toFixed(2)}:1`,
    remedy:
      background === 'tint'
        ? `Darken or lighten "${text}"; the tint is "surface" with a little of "brand".`
        : `Darken or lighten "${text}" or "${background}".`,
  }));

/** CFG-15. Derived dark colours always have enough contrast, so only explicit ones are checked. */
function checkContrast({ theme }: DealerConfig): Finding[] {
  const light = findings('colours', theme.colours);
  const isChosen = Object.keys(theme.darkColours).length > 0;
  return isChosen ? [...light, ...findings('darkColours', darkColours(theme))] : light;
}

const PLACES = ['header', 'footer'] as const;

/** CFG-15: a logo for light backgrounds is illegible on a dark header or footer, in light or dark mode. */
export function singleLogo({ logo, theme }: DealerConfig): Finding[] {
  if (logo.url === undefined || logo.darkGroundUrl !== undefined) return [];
  const dark = PLACES.filter((place) => Object.values(logoGround(theme, place)).includes('dark'));
  if (dark.length === 0) return [];
  return [
    {
      path: 'logo.darkGroundUrl',
      expected: 'the logo for dark backgrounds beside "logo.url"',
      received: `nothing, although the background of ${dark.join(' and ')} is dark${theme.dark === 'system' ? ', at least in dark mode' : ''}`,
      remedy: 'Add the same logo in light letters, or choose light backgrounds and theme.dark "off".',
    },
  ];
}

/** PLAT-04: leads from previews are tests, so a preview must not use the dealer's own website. */
export const checkPreview = (dealer: DealerConfig): Finding[] =>
  dealer.preview.origins.flatMap((origin, at) =>
    isOwnOrigin(dealer, origin)
      ? [
          {
            path: `preview.origins.${at}`,
            expected: 'the origin of previews, on a host that is not the dealer’s website',
            received: JSON.stringify(origin),
            remedy: 'Serve previews from another host: forms sent from there reach no one.',
          },
        ]
      : [],
  );

const secretsOf = placesOf(DealerConfigSchema, { wanted: [SecretNameSchema] });

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * CFG-23: the value of a secret is sent to an address in the same file, so only variables meant for dealers may be
 * named.
 */
export function checkSecrets(dealer: DealerConfig, from: Variables = process.env): Finding[] {
  return secretsOf(dealer).flatMap(({ path, value }) =>
    typeof value !== 'string' || isDealerVariable(value, from)
      ? []
      : [
          {
            path,
            expected: 'an environment variable for dealers, whose name begins with "DEALER_"',
            received: JSON.stringify(value),
            remedy: `Name it "DEALER_${value}" here and where it is set, or have the operator list it in DEALER_VARIABLES.`,
          },
        ],
  );
}

/** CFG-20: websites of the group must be unique. */
const websitesOnce = ({ websites }: DealerConfig): Finding[] =>
  repeated(websites, ({ slug }) => slug).map((at) => ({
    path: `websites.${at}.slug`,
    expected: 'each slug once in "websites"',
    received: JSON.stringify(websites[at]?.slug),
    remedy: 'Give each entry its own slug.',
  }));

/** Pages and slides are looked up by id; offers use it in their address, whatever their make. */
const idsOnce = ({ offers, slides }: DealerConfig): Finding[] =>
  Object.entries({ offers, slides }).flatMap(([list, items]) =>
    repeated(items as readonly { id: string }[], ({ id }) => id).map((at) => ({
      path: `${list}.${at}.id`,
      expected: `each id once in "${list}"`,
      received: JSON.stringify(items[at]?.id),
      remedy: 'Give each entry its own id.',
    })),
  );

/** CONT-12: an offer may use the picture of a model, which must exist. */
function offersOfModels({ offers, models }: DealerConfig): Finding[] {
  const known = models.map(({ slug }) => slug);
  return offers.flatMap(({ model }, at) => {
    if (model === undefined || known.includes(model)) return [];
    return [
      {
        path: `offers.${at}.model`,
        expected: 'the slug of one of "models"',
        received: JSON.stringify(model),
        remedy: didYouMean(model, known) ?? 'Add the model, or leave the key out.',
      },
    ];
  });
}

export const checkShowroom = (dealer: DealerConfig): Finding[] => [
  ...idsOnce(dealer),
  ...offersOfModels(dealer),
  ...websitesOnce(dealer),
];

type Check = (dealer: DealerConfig) => Finding[];

/** Settings that determine the site's addresses and redirects. */
const ADDRESSES = [
  ...['hosts', 'previousHosts', 'status', 'redirects', 'links', 'account', 'verticals', 'manufacturer'],
  ...['pages.*.enabled', 'ownPages.*.slug', 'blog.*.slug', 'brands.*.slug', 'brands.*.skipPage'],
  ...['brands.*.make', 'brands.*.certified', 'models.*.slug', 'offers.*.id', 'offers.*.make', 'slides.*.id'],
  ...['locations.*.visible', 'locations.*.manufacturers', 'dealerships.*.switches', 'testDrive.slots'],
  ...['search.alerts', 'vehiclePage.pdf', 'vehiclePage.similar', 'card.favourites', 'card.compare'],
] as const;

const LICENCES = [
  'dealerships.*.licenceLabel',
  'locations.*.licenceLabel',
  'locations.*.dealer_license_number',
];

const LOAN = [
  ...['calculator', 'dealerAgencyFee', 'establishmentFee', 'feesBorrowed', 'monthlyFee', 'termYears'],
  ...['securityRegistrationFee', 'termYearsList', 'usedExample'],
].map((key) => `finance.${key}`);

/** Each check with the optional settings it depends on: without them, its result would be wrong. */
const CHECKS: readonly (readonly [check: Check, judgesBy: readonly string[]])[] = [
  [checkLocations, LICENCES],
  [checkPlaces, []],
  [checkHours, ['locations.*.special_hours.*.location_id']],
  [checkAddresses, ADDRESSES],
  [checkWritings, []],
  [checkLinks, ADDRESSES],
  [checkForwarding, ADDRESSES],
  [checkMenus, ['conditions', 'stock.usedOnly']],
  [checkShowroom, ['models']],
  [checkContrast, ['theme']],
  [checkFinance, LOAN],
  [checkLeadDestinations, ['leads.categories', 'podium']],
  [checkPreview, []],
  [checkReviews, []],
  [checkLatentMistakes, []],
  [(dealer) => checkSecrets(dealer), []],
];

type Places = readonly (readonly string[])[];

const touches = (place: readonly string[], places: Places) => places.some((other) => overlaps(place, other));

const isMisled = ([, judgesBy]: (typeof CHECKS)[number], leftOut: Places): boolean =>
  judgesBy.some((path) => touches(path.split('.'), leftOut));

/**
 * Rules that involve several settings of a dealer.
 * @param leftOut paths whose values were removed as invalid, which are not checked
 */
export const checkDealer = (dealer: DealerConfig, leftOut: Places = []): Finding[] =>
  CHECKS.filter((each) => !isMisled(each, leftOut))
    .flatMap(([check]) => check(dealer))
    .filter(({ path }) => !touches(path.split('.'), leftOut));

/** Whether all rules can be checked without the values at some paths. */
export const mayJudgeAll = (leftOut: Places): boolean => !CHECKS.some((each) => isMisled(each, leftOut));
