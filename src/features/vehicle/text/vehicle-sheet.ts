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

export type Run = { text: string; isBold: boolean };
type Line = readonly Run[];

/** The dealer's comments, parsed; they are never rendered as HTML. */
export type CommentBlock =
  | { kind: 'paragraph'; lines: readonly Line[] }
  | { kind: 'list'; items: readonly Line[] };

/** `**bold**`; longer rows of asterisks are decoration. */
const BOLD = /\*\*(?=[^\s*])([^\n]*?[^\s*])\*\*(?!\*)/;
const BULLET = /^\s*(?:[•·▪–-]|\*(?!\*))\s+(?=\S)/;

/** Applied to the text of each run, after the markup was parsed. */
type Rewrite = (words: string) => string;
const unchanged: Rewrite = (words) => words;

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

/** VDP-08: blank lines separate paragraphs; lines with a bullet or dash form lists. */
export function commentBlocks(text: string, rewrite = unchanged): CommentBlock[] {
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

/** Plain text without markup. */
export const plainComments = (text: string, rewrite = unchanged): string =>
  text
    .split('\n')
    .map((line) =>
      runsOf(line, rewrite)
        .map((run) => run.text)
        .join(''),
    )
    .join('\n');

type DealerTexts = Pick<
  Vehicle,
  'filtered_features' | 'standardEquipment' | 'warranty' | 'tag' | 'hotspots' | 'inspection'
>;

/**
 * Decision 17: masks phone numbers in the dealer's texts. Comments are masked after parsing, as masked numbers contain
 * asterisks.
 */
export function maskedVehicle<V extends DealerTexts>(vehicle: V, mask: PhoneMask): V {
  const { filtered_features, standardEquipment, warranty, tag, hotspots, inspection } = vehicle;
  return {
    ...vehicle,
    ...withTexts({ filtered_features, standardEquipment, warranty, tag }, mask),
    hotspots: hotspots?.map((each) => ({ ...each, description: mask(each.description) })),
    inspection: inspection && {
      ...inspection,
      by: mask(inspection.by),
      flaws: inspection.flaws.map((flaw) => ({ ...flaw, words: mask(flaw.words) })),
    },
  };
}

type PageTexts = Pick<
  VehiclePageConfig,
  'disclaimer' | 'mobileWarranty' | 'comesWith' | 'whyDealer' | 'whyBuy'
>;

export function maskedPageTexts<P extends PageTexts>(page: P, mask: PhoneMask): P {
  const { disclaimer, mobileWarranty, comesWith, whyDealer, whyBuy } = page;
  return {
    ...page,
    ...withTexts({ disclaimer, mobileWarranty, whyDealer, whyBuy }, mask),
    comesWith: comesWith && {
      ...comesWith,
      items: comesWith.items.map((item) => ({ ...item, title: mask(item.title), text: mask(item.text) })),
    },
  };
}

type SheetSite = FinanceSite &
  Parameters<typeof dealerPhones>[0] & {
    name: string;
    subscription: boolean;
    vehiclePage: Pick<VehiclePageConfig, 'noPriceText' | 'showUnregistered' | 'disclaimer'>;
  };

/** VDP-20: content of the print page and the PDF, without phone numbers (decision 17). */
export type VehicleSheet = {
  dealerName: string;
  name: string;
  /** URL of the vehicle page. */
  address: string;
  todayText: string;
  picture: VehicleImage | undefined;
  /** Must be shown with its type. */
  price: PriceDisplay;
  /** The three texts must be shown together, in the same size. */
  repayment: Extract<RepaymentDisplay, { kind: 'amount' }> | undefined;
  tables: { heading: string; rows: Fact[] }[];
  features: string[];
  comments: string | undefined;
  /** Basis of the repayment; undefined without one. */
  basis: string | undefined;
  /** Paragraphs; the first is about repayments, if any. */
  smallPrint: string[];
};

export function vehicleSheet(
  unmasked: StockedVehicle,
  site: SheetSite,
  { clock, origin }: { clock: Clock; origin: string },
): VehicleSheet {
  const { vehiclePage, stock, subscription, finance } = site;
  const mask = phoneMask(dealerPhones(site));
  const vehicle = maskedVehicle(unmasked, mask);
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
