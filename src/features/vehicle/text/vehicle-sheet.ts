import type { VehiclePageConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { advertisedRepayment, type FinanceSite } from '#src/features/finance/advertised-repayment.ts';
import { financeDisclaimer } from '#src/features/finance/finance-disclosure.ts';
import { type RepaymentDisplay, repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { dealerPhones, type PhoneMask, phoneMask } from '#src/features/locations/location-phones.ts';
import { shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { type PriceDisplay, priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import {
  type StockedVehicle,
  type Vehicle,
  type VehicleImage,
  vehicleName,
} from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { withTexts } from '#src/platform/text/untrusted-values.ts';
import { type Clock, zonedDate } from '#src/platform/time/clock.ts';
import { dealerComments, formatDate } from './display-text.ts';
import { type Fact, featureList, identityFacts, keyFacts, specifications } from './vehicle-facts.ts';

/** Words of one look. */
export type Run = { text: string; isBold: boolean };
type Line = readonly Run[];

/** What a dealer writes about a vehicle, as blocks a page can set: never as HTML. */
export type CommentBlock =
  | { kind: 'paragraph'; lines: readonly Line[] }
  | { kind: 'list'; items: readonly Line[] };

/** Words between two pairs of asterisks that touch them; rows of asterisks are decoration. */
const BOLD = /\*\*(?=[^\s*])([^\n]*?[^\s*])\*\*(?!\*)/;
const BULLET = /^\s*(?:[•·▪–-]|\*(?!\*))\s+(?=\S)/;

/** Changes the words of a run, which by then has no marks. */
type Rewrite = (words: string) => string;
const asWritten: Rewrite = (words) => words;

function runsOf(line: string, rewrite: Rewrite): Line {
  const runs: Run[] = [];
  let rest = line;
  for (let found = BOLD.exec(rest); found; found = BOLD.exec(rest)) {
    const [whole, words = ''] = found;
    if (found.index > 0) runs.push({ text: rest.slice(0, found.index), isBold: false });
    runs.push({ text: words, isBold: true });
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') runs.push({ text: rest, isBold: false });
  return runs.map(({ text, isBold }) => ({ text: rewrite(text), isBold }));
}

/** VDP-08: paragraphs at empty lines, lists where lines begin with a bullet or a dash. */
export function commentBlocks(text: string, rewrite = asWritten): CommentBlock[] {
  const blocks: { kind: 'paragraph' | 'list'; lines: Line[] }[] = [];
  let isNew = true;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const kind = BULLET.test(line) ? 'list' : 'paragraph';
    const last = blocks.at(-1);
    const runs = runsOf(line.replace(BULLET, '').trim(), rewrite);
    if (last?.kind === kind && (!isNew || kind === 'list')) last.lines.push(runs);
    else blocks.push({ kind, lines: [runs] });
    isNew = false;
  }
  return blocks.map(({ kind, lines }) => (kind === 'list' ? { kind, items: lines } : { kind, lines }));
}

/** The same words without marks, for a preview or for paper. */
export const plainComments = (text: string, rewrite = asWritten): string =>
  text
    .split('\n')
    .map((line) =>
      runsOf(line, rewrite)
        .map((run) => run.text)
        .join(''),
    )
    .join('\n');

type Written = Pick<Vehicle, 'filtered_features' | 'standardEquipment' | 'warranty' | 'tag' | 'hotspots'>;

/**
 * Decision 17: a vehicle with the dealer's numbers masked in what the dealer writes of it. Its comments are masked
 * once their marks are read: a masked number looks like them.
 */
export function maskedVehicle<V extends Written>(vehicle: V, mask: PhoneMask): V {
  const { filtered_features, standardEquipment, warranty, tag, hotspots } = vehicle;
  return {
    ...vehicle,
    ...withTexts({ filtered_features, standardEquipment, warranty, tag }, mask),
    hotspots: hotspots?.map((each) => ({ ...each, description: mask(each.description) })),
  };
}

type Words = Pick<VehiclePageConfig, 'disclaimer' | 'mobileWarranty' | 'whyDealer' | 'whyBuy'>;

/** The same of what a dealer says beside every vehicle. */
export function maskedPageWords<P extends Words>(page: P, mask: PhoneMask): P {
  const { disclaimer, mobileWarranty, whyDealer, whyBuy } = page;
  return { ...page, ...withTexts({ disclaimer, mobileWarranty, whyDealer, whyBuy }, mask) };
}

/** What of a dealer's configuration a sheet depends on; a `DealerConfig` is one. */
type SheetSite = FinanceSite &
  Parameters<typeof dealerPhones>[0] & {
    name: string;
    subscription: boolean;
    vehiclePage: Pick<VehiclePageConfig, 'noPriceText' | 'showUnregistered' | 'disclaimer'>;
  };

/** VDP-20: what a vehicle says on paper, printed from its page or downloaded. No phone number is on it (decision 17). */
export type VehicleSheet = {
  dealerName: string;
  name: string;
  /** Its page, with the host. */
  address: string;
  todayText: string;
  picture: VehicleImage | undefined;
  /** Its text never comes without its type. */
  price: PriceDisplay;
  /** Its three texts come together, all of one size. */
  repayment: Extract<RepaymentDisplay, { kind: 'amount' }> | undefined;
  /** Headings with their facts, none of them empty. */
  tables: { heading: string; rows: Fact[] }[];
  features: string[];
  comments: string | undefined;
  /** How the repayment came about, one sentence; undefined without a repayment. */
  basis: string | undefined;
  /** Paragraphs of small print beside the basis; the first is about repayments, where there is one. */
  smallPrint: string[];
};

export function vehicleSheet(
  written: StockedVehicle,
  site: SheetSite,
  { clock, origin }: { clock: Clock; origin: string },
): VehicleSheet {
  const { vehiclePage, stock, subscription, finance } = site;
  const mask = phoneMask(dealerPhones(site));
  const vehicle = maskedVehicle(written, mask);
  const today = zonedDate(clock.now(), site.timeZone).date;
  const advertised = advertisedRepayment(vehicle, site, clock);
  const display = advertised ? repaymentDisplay(advertised) : undefined;
  const repayment = display?.kind === 'amount' ? display : undefined;
  const disclaimer = advertised && repayment ? financeDisclaimer(advertised, vehicle, finance) : undefined;
  const comments = dealerComments(vehicle.dealercomments && plainComments(vehicle.dealercomments, mask));
  return {
    dealerName: site.name,
    name: vehicleName(vehicle),
    address: `${origin}${vehiclePath(vehicle.slug)}`,
    todayText: formatDate(today),
    picture: shownPictures(vehicle)[0],
    price: priceDisplay(pricingOf(vehicle, stock.defaultPriceType), {
      noPriceText: vehiclePage.noPriceText,
      subscriptionSite: subscription,
    }),
    repayment,
    tables: [
      {
        heading: 'Key information',
        rows: [...keyFacts(vehicle), ...identityFacts(vehicle, today, vehiclePage.showUnregistered)],
      },
      { heading: 'Specifications', rows: specifications(vehicle) },
    ].filter(({ rows }) => rows.length > 0),
    features: featureList(vehicle),
    comments: comments.isPending ? undefined : comments.text,
    basis: disclaimer?.basis ?? undefined,
    smallPrint: [
      ...(disclaimer
        ? [[disclaimer.lenderText, disclaimer.example, disclaimer.warning].filter(Boolean).join(' ')]
        : []),
      ...(vehiclePage.disclaimer ? [mask(vehiclePage.disclaimer)] : []),
    ],
  };
}
