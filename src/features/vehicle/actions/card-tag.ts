import type { Copy } from '#src/config/sections/content/copy-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** What a tag is decided from. */
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
  /** Address of a logo that replaces the text. */
  logo?: string;
};

/** CARD-05. */
export const TEST_DRIVE_ONLY = 'test drive only';

const same = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && a.trim().toLowerCase() === b.trim().toLowerCase();

/** Feeds and dealer files spell a make differently: "Mercedes-Benz" is "Mercedes Benz". */
const sameMake = (make: string, configured: string | undefined) =>
  configured !== undefined && slugOf(make) === slugOf(configured);

const ELECTRIFIED = ['Electric', 'Hybrid'];

/** A car that can still be bought; others offer something similar. */
export const isSellable = ({ status }: Pick<TaggedVehicle, 'status'>) =>
  status === 'in_stock' || status === 'coming_soon';

export const isTestDriveOnly = ({ tag }: Pick<TaggedVehicle, 'tag'>) => same(tag, TEST_DRIVE_ONLY);

/** CARD-07: by make and condition alone, whatever the certified flag says. */
export const hasCertifiedBadge = (
  car: Pick<TaggedVehicle, 'car_type' | 'make'>,
  config: Pick<CardConfig, 'certifiedBadgeMake'>,
) => car.car_type === 'used' && sameMake(car.make, config.certifiedBadgeMake);

export const CERTIFIED_BADGE = 'Certified';
const CERTIFIED_PRE_OWNED = 'Certified Pre-Owned';

/** CARD-08: a certified, used car of the make the dealer names. */
const isCertifiedPreOwned = (
  { certified, car_type, make }: Pick<TaggedVehicle, 'certified' | 'car_type' | 'make'>,
  { certifiedLogoMake }: Pick<CardConfig, 'certifiedLogoMake'>,
) => certified && car_type === 'used' && sameMake(make, certifiedLogoMake);

/** CARD-07, CARD-08: what the page of a vehicle says of its certification; the tag says more than the badge. */
export function certification(
  car: Pick<TaggedVehicle, 'certified' | 'car_type' | 'make'>,
  config: Pick<CardConfig, 'certifiedLogoMake' | 'certifiedBadgeMake'>,
): string | null {
  if (isCertifiedPreOwned(car, config)) return CERTIFIED_PRE_OWNED;
  return hasCertifiedBadge(car, config) ? CERTIFIED_BADGE : null;
}

/** What the page of a vehicle says beside its condition: that it is yet to come, which its status may change, and the dealer's own tag. */
export const pageTags = (
  { status, tag }: { status: string; tag?: string | undefined },
  words: Pick<Copy, 'comingSoon'>,
): { text: string; isOfStatus: boolean }[] => [
  ...(status === 'coming_soon' ? [{ text: words.comingSoon, isOfStatus: true }] : []),
  ...(tag === undefined ? [] : [{ text: tag, isOfStatus: false }]),
];

/** Tags whose words a dealer may change. */
export type TagWords = Pick<Copy, 'justSold' | 'comingSoon'>;

/** The one tag of a card, the first that applies in the order of CARD-03 and CARD-08. */
export function cardTag(
  car: TaggedVehicle,
  config: Omit<CardConfig, 'views'>,
  nowMs: number,
  words: TagWords,
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
    const text = car.car_type === 'used' ? newArrivalTextUsed : newArrivalText;
    return { kind: 'new-arrival', text, tone: 'accent' };
  }
  return undefined;
}
