import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '../problem.ts';
import { overlaps } from '../without-wrong-keys.ts';
import { checkAddresses } from './addresses.ts';
import { checkContrast } from './contrast.ts';
import { checkFinance } from './finance.ts';
import { checkForwarding } from './forwarding.ts';
import { checkHours } from './hours.ts';
import { checkLatentMistakes } from './later-mistakes.ts';
import { checkLeadDestinations } from './lead-destinations.ts';
import { checkLinks } from './links.ts';
import { checkLocations } from './locations.ts';
import { checkMenus } from './menus.ts';
import { checkPlaces } from './places.ts';
import { checkPreview } from './preview.ts';
import { checkSecrets } from './secrets.ts';
import { checkShowroom } from './showroom.ts';
import { checkWritings } from './writings.ts';

type Check = (dealer: DealerConfig) => Finding[];

/** Settings that decide which addresses a site has, and where each leads. */
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

/** Each check, with the optional settings by which it judges others: it says nothing true without them. */
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
  [checkLatentMistakes, []],
  [(dealer) => checkSecrets(dealer), []],
];

type Places = readonly (readonly string[])[];

const touches = (place: readonly string[], places: Places) => places.some((other) => overlaps(place, other));

const isMisled = ([, judgesBy]: (typeof CHECKS)[number], leftOut: Places): boolean =>
  judgesBy.some((path) => touches(path.split('.'), leftOut));

/**
 * Rules that span several keys of one dealer.
 * @param leftOut places that do not have the values of the file, and of which nothing can be said
 */
export const checkDealer = (dealer: DealerConfig, leftOut: Places = []): Finding[] =>
  CHECKS.filter((each) => !isMisled(each, leftOut))
    .flatMap(([check]) => check(dealer))
    .filter(({ path }) => !touches(path.split('.'), leftOut));

/** Whether all rules can be judged without the values at some places. */
export const mayJudgeAll = (leftOut: Places): boolean => !CHECKS.some((each) => isMisled(each, leftOut));
