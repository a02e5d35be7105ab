import type { Copy } from '#src/config/sections/content/copy-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

export type TaggedVehicle = {
  status: string;
  car_type: string;
  make: string;
  fuel: string | null;
  tag: string | null;
  certified: boolean;
  reserved: boolean;
  /** Epoch seconds. */
  created_at_timestamp: number;
};

export type CardTag = {
  kind: 'sold' | 'electric' | 'reserved' | 'certified' | 'custom' | 'coming-soon' | 'new-arrival';
  text: string;
  tone: 'strong' | 'good' | 'accent' | 'alarm';
  /** URL of a logo that replaces the text. */
  logo?: string;
};

/** CARD-05. */
export const TEST_DRIVE_ONLY = 'test drive only';

const same = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && a.trim().toLowerCase() === b.trim().toLowerCase();

/** Ignores differences in spelling between feeds and dealer files: "Mercedes-Benz" and "Mercedes Benz". */
const sameMake = (make: string, configured: string | undefined) =>
  configured !== undefined && slugOf(make) === slugOf(configured);

const ELECTRIFIED = ['Electric', 'Hybrid'];

/** Whether the vehicle can still be bought. */
export const isSellable = ({ status }: Pick<TaggedVehicle, 'status'>) =>
  status === 'in_stock' || status === 'coming_soon';

export const isTestDriveOnly = ({ tag }: Pick<TaggedVehicle, 'tag'>) => same(tag, TEST_DRIVE_ONLY);

/** CARD-07: depends on make and condition only, not on the `certified` flag. */
export const hasCertifiedBadge = (
  car: Pick<TaggedVehicle, 'car_type' | 'make'>,
  config: Pick<CardConfig, 'certifiedBadgeMake'>,
) => car.car_type === 'used' && sameMake(car.make, config.certifiedBadgeMake);

export const CERTIFIED_BADGE = 'Certified';
const CERTIFIED_PRE_OWNED = 'Certified Pre-Owned';

/** CARD-08. */
const isCertifiedPreOwned = (
  { certified, car_type, make }: Pick<TaggedVehicle, 'certified' | 'car_type' | 'make'>,
  { certifiedLogoMake }: Pick<CardConfig, 'certifiedLogoMake'>,
) => certified && car_type === 'used' && sameMake(make, certifiedLogoMake);

/** CARD-07, CARD-08: the text of the badge on the vehicle page. */
export function certification(
  car: Pick<TaggedVehicle, 'certified' | 'car_type' | 'make'>,
  config: Pick<CardConfig, 'certifiedLogoMake' | 'certifiedBadgeMake'>,
): string | null {
  if (isCertifiedPreOwned(car, config)) return CERTIFIED_PRE_OWNED;
  return hasCertifiedBadge(car, config) ? CERTIFIED_BADGE : null;
}

/** The tags on the vehicle page: "coming soon", which the script removes when the status changes, and the dealer's own. */
export const pageTags = (
  { status, tag }: { status: string; tag?: string | undefined },
  words: Pick<Copy, 'comingSoon'>,
): { text: string; isOfStatus: boolean }[] => [
  ...(status === 'coming_soon' ? [{ text: words.comingSoon, isOfStatus: true }] : []),
  ...(tag === undefined ? [] : [{ text: tag, isOfStatus: false }]),
];

export type TagTexts = Pick<Copy, 'justSold' | 'comingSoon'>;

/** CARD-03, CARD-08: the first tag that applies. */
export function cardTag(
  car: TaggedVehicle,
  config: Omit<CardConfig, 'views'>,
  nowMs: number,
  words: TagTexts,
): CardTag | undefined {
  const ageDays = (nowMs - car.created_at_timestamp * 1000) / DAY_MS;
  if (car.status === 'sold') return { kind: 'sold', text: words.justSold, tone: 'strong' };
  const electrified = ELECTRIFIED.find((fuel) => same(fuel, car.fuel));
  if (config.electricTag && electrified) return { kind: 'electric', text: electrified, tone: 'good' };
  if (car.reserved) return { kind: 'reserved', text: 'Reserved', tone: 'strong' };
  if (isCertifiedPreOwned(car, config)) {
    const { url: logo, alt } = config.certifiedLogo ?? {};
    return { kind: 'certified', text: alt || CERTIFIED_PRE_OWNED, tone: 'accent', ...(logo && { logo }) };
  }
  if (car.tag) {
    const isGreen = config.greenTags.some((green) => same(green, car.tag));
    return { kind: 'custom', text: car.tag, tone: isGreen ? 'good' : 'alarm' };
  }
  if (car.status === 'coming_soon') return { kind: 'coming-soon', text: words.comingSoon, tone: 'strong' };
  if (ageDays <= config.newArrivalDays) {
    const { newArrivalText, newArrivalTextUsed = newArrivalText } = config;
    const text = car.car_type === 'new' ? newArrivalText : newArrivalTextUsed;
    return { kind: 'new-arrival', text, tone: 'accent' };
  }
  return undefined;
}
