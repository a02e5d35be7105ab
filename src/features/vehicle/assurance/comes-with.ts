import type { State } from '#src/config/sections/states.ts';
import type { VehiclePageConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { isEmptyValue } from '#src/features/vehicle/text/display-text.ts';
import type { BodyType, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { CAR_TYPE_LABELS } from '#src/features/vehicle/vehicle-paths.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { CONSUMER_LAW, STATUTORY_RIGHTS, type StatutoryCover } from './statutory-rights.data.ts';

/** An entry of "What comes with this car". */
export type Assurance = {
  title: string;
  lines: string[];
  link?: { text: string; href: string; eventId?: number | undefined; isOfSource?: boolean };
};

type Sold = {
  vehicle: Vehicle;
  price: Pick<PriceDisplay, 'kind' | 'cents'>;
  /** Of the location that sells it, whose law holds. */
  state: State;
  /** In the dealer's time zone. */
  year: number;
  noun: string;
};

/** Some states exempt vehicles that carry goods or many people; a feed does not say which of these are. */
const MAYBE_COMMERCIAL: readonly BodyType[] = ['ute', 'van', 'cabChassis', 'bus', 'lightTruck', 'motorhome'];

/** Whether the law of passenger cars certainly holds: not for one that the dealer sells for its owner. */
const isPassengerCar = ({ item_type, simple_body, private_suburb, private_postcode }: Vehicle): boolean =>
  item_type === 'car' &&
  simple_body !== undefined &&
  !MAYBE_COMMERCIAL.includes(simple_body) &&
  isEmptyValue(private_suburb) &&
  isEmptyValue(private_postcode);

/** Only if it certainly fits: a model year may be built in the year before. */
function fits(
  { aged, driven, above, upTo }: StatutoryCover,
  km: number,
  age: number,
  cents: number | null,
): boolean {
  if (km < (driven.from ?? 0) || km >= driven.below) return false;
  if (age + 1 > aged.atMost || (aged.above !== undefined && age <= aged.above)) return false;
  if (above === undefined && upTo === undefined) return true;
  return cents !== null && cents > (above ?? 0) && cents <= (upTo ?? Infinity);
}

/** VDP-262: the warranty by law of a used car; undefined if there is none or it is uncertain. */
export function statutoryCover({
  vehicle,
  price,
  state,
  year,
}: Omit<Sold, 'noun'>): StatutoryCover | undefined {
  const { km, car_type, year: built } = vehicle;
  if (car_type !== 'used' || km === undefined || !isPassengerCar(vehicle)) return undefined;
  const cents = price.kind === 'price' ? price.cents : null;
  return STATUTORY_RIGHTS[state].covers.find((cover) => fits(cover, km, year - built, cents));
}

const plural = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

function statutoryWarranty(sold: Sold): Assurance | undefined {
  const cover = statutoryCover(sold);
  if (!cover) return undefined;
  const { name, source } = STATUTORY_RIGHTS[sold.state];
  return {
    title: 'Statutory warranty',
    lines: [
      `${plural(cover.months, 'month')} or ${formatNumber(cover.km)} km, whichever comes first. By law in ${name}, in addition to any other warranty.`,
    ],
    link: { text: source.name, href: source.url, isOfSource: true },
  };
}

/** VDP-263. */
function coolingOff({ vehicle, state }: Sold): Assurance | undefined {
  const { coolingOff: right, name, source } = STATUTORY_RIGHTS[state];
  if (!right?.carTypes.includes(vehicle.car_type) || !isPassengerCar(vehicle)) return undefined;
  const days = plural(right.businessDays, 'business day');
  const when = right.ofLinkedCredit ? 'If you finance it through us: ' : '';
  return {
    title: 'Cooling-off period',
    lines: [
      `${when}${days} to change your mind after you sign, by law in ${name}. It ends once you take delivery, and a fee may be kept.`,
    ],
    link: { text: source.name, href: source.url, isOfSource: true },
  };
}

/** VDP-276: two warranties say whose each is. */
function warrantyLines(
  { vehicle: { car_type, warranty }, noun }: Sold,
  { mobileWarranty }: Pick<Settings, 'mobileWarranty'>,
): string[] {
  const own = isEmptyValue(warranty) ? undefined : warranty;
  const ofAll = mobileWarranty?.[car_type];
  if (!own || !ofAll || own === ofAll) return [own ?? ofAll].filter((text) => text !== undefined);
  return [`This ${noun}: ${own}`, `All our ${CAR_TYPE_LABELS[car_type].toLowerCase()} ${noun}s: ${ofAll}`];
}

type Settings = Pick<VehiclePageConfig, 'comesWith' | 'mobileWarranty'>;

/**
 * VDP-261: what a buyer of this vehicle gets, of what is known: warranties, history, cooling-off and what the dealer
 * adds. Empty if the dealer does not want it, and for a subscription.
 */
export function comesWith(
  sold: Sold,
  site: Settings,
  links: { history?: { label: string; href: string; eventId?: number } | undefined; hasInspection: boolean },
): Assurance[] {
  const { vehicle, price, noun } = sold;
  const { comesWith: settings } = site;
  if (!settings || price.kind === 'subscription') return [];
  const { car_type } = vehicle;
  const warranties = warrantyLines(sold, site);
  const { history } = links;
  const entries: (Assurance | undefined)[] = [
    warranties.length > 0 ? { title: 'Warranty', lines: warranties } : undefined,
    settings.statutoryWarranty ? statutoryWarranty(sold) : undefined,
    links.hasInspection
      ? {
          title: 'Inspection report',
          lines: [`What was checked on this ${noun}, and every flaw that was found.`],
          link: { text: 'Inspection report', href: '#inspection' },
        }
      : undefined,
    history && {
      title: 'History',
      lines: [`A report of this ${noun}’s history.`],
      link: { text: history.label, href: history.href, eventId: history.eventId, isOfSource: true },
    },
    settings.coolingOff ? coolingOff(sold) : undefined,
    ...settings.items
      .filter(({ carTypes }) => carTypes.length === 0 || carTypes.includes(car_type))
      .map(
        ({ title, text, link }): Assurance => ({
          title,
          lines: [text],
          ...(link && { link: { text: link.label, href: link.href } }),
        }),
      ),
  ];
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length === 0) return [];
  return [
    ...known,
    {
      title: 'Consumer guarantees',
      lines: ['Your rights under the Australian Consumer Law apply as well.'],
      link: { text: CONSUMER_LAW.name, href: CONSUMER_LAW.url, isOfSource: true },
    },
  ];
}
