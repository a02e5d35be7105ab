import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { type Review, ReviewSchema } from '#src/config/sections/business/reviews-section.ts';
import { TimeZoneSchema } from '#src/config/sections/setting-types.ts';
import { type ConfigProblem, formatProblem, whatExists } from '#src/dealer-files/config-problem.ts';
import { contentFolder } from '#src/dealer-files/content-files/content-layer.ts';
import { type LeftOut, readReviews } from '#src/dealer-files/content-files/read-reviews.ts';
import { contentKey } from '#src/dealer-files/content-files/review-fields.ts';
import { readJsonObject } from '#src/dealer-files/json-file.ts';
import { loadDealer, writtenSettings } from '#src/dealer-files/load-dealers.ts';
import { openGroupFiles } from '#src/dealer-files/settings-layers.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import type { Terminal } from '../command/command.ts';
import { dealerFile, type Request } from './dealer-arguments.ts';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The reviews there are, each replaced by a new one of its id, then those that are new. One that is there under another
 * id stays as it is.
 */
function merged(known: readonly Review[], read: readonly Review[]) {
  const byId = new Map(read.map((review) => [review.id, review]));
  const ids = new Set(known.map(({ id }) => id));
  const contents = new Set(known.map(contentKey));
  const added = read.filter((review) => !ids.has(review.id) && !contents.has(contentKey(review)));
  const changed = known.filter((review) => byId.has(review.id) && !isSame(byId.get(review.id), review));
  return {
    items: [...known.map((review) => byId.get(review.id) ?? review), ...added],
    added: added.length,
    changed: changed.length,
  };
}

const leftOutLine = (unit: string, { at, id, reasons }: LeftOut): string =>
  `  ${unit} ${at}${id === undefined ? '' : ` (${id})`}: ${reasons.join('; ')}`;

/** The file's own keys besides its reviews. */
function otherKeys(file: string): JsonObject {
  if (!existsSync(file)) return {};
  const read = readJsonObject(file);
  return 'value' in read ? read.value : {};
}

type Known = {
  reviews: Review[];
  timeZone: string;
  /** Slugs; undefined if the dealer's files have mistakes. */
  locations?: readonly string[];
};

const BESIDE_RULES = v.looseObject({ timeZone: v.optional(TimeZoneSchema, 'Australia/Sydney') });

/** The reviews a dealer has, or the mistakes that keep them from being read; those of other settings do not matter. */
function knownReviews(file: string, target: string): Known | { problems: ConfigProblem[] } {
  const loaded = loadDealer(file);
  if ('dealer' in loaded) {
    const { reviews, timeZone, locations } = loaded.dealer;
    return { reviews: reviews.items, timeZone, locations: locations.map(({ slug }) => slug) };
  }
  const settings = writtenSettings(file, openGroupFiles(dirname(file)));
  const written = isJsonObject(settings?.reviews) ? (settings.reviews.items ?? []) : [];
  const parsed = v.safeParse(v.array(ReviewSchema), written);
  const beside = v.safeParse(BESIDE_RULES, settings ?? {});
  if (settings && parsed.success && beside.success)
    return { reviews: parsed.output, timeZone: beside.output.timeZone };
  const ofReviews = loaded.problems.filter(
    ({ file: at, path }) => at === target || path === 'reviews' || path.startsWith('reviews.'),
  );
  return { problems: ofReviews.length > 0 ? ofReviews : loaded.problems };
}

/** `reviews <slug> <file>`: adds the reviews of a JSON or CSV file to `<slug>/reviews.json`. @returns the exit code */
export function runReviews({ words, dealersDir, dryRun, ofReviews }: Request, terminal: Terminal): number {
  const [slug = '', source = ''] = words;
  const file = dealerFile(dealersDir, slug);
  const target = join(contentFolder(file), 'reviews.json');
  const known = knownReviews(file, target);
  if ('problems' in known) {
    for (const problem of known.problems) terminal.error(`${formatProblem(problem)}\n`);
    return 1;
  }
  const { reviews, leftOut, withoutText, unit } = readReviews(source, {
    ...ofReviews,
    timeZone: known.timeZone,
  });
  const { locations } = known;
  const elsewhere = reviews.find(({ location }) => location && locations && !locations.includes(location));
  if (elsewhere?.location && locations) {
    terminal.error(
      `There is no location "${elsewhere.location}". ${whatExists(elsewhere.location, locations)}`,
    );
    return 1;
  }
  const { items, added, changed } = merged(known.reviews, reviews);
  if (!dryRun && added + changed > 0) {
    mkdirSync(contentFolder(file), { recursive: true });
    replaceFileSync(target, `${JSON.stringify({ ...otherKeys(target), items }, null, 2)}\n`);
  }
  const same = reviews.length - added - changed;
  terminal.log(`${reviews.length} reviews read: ${added} new, ${changed} changed, ${same} the same.`);
  if (withoutText > 0) terminal.log(`${withoutText} ratings without a review are not shown.`);
  if (leftOut.length > 0) {
    terminal.error(
      [`${leftOut.length} left out:`, ...leftOut.map((each) => leftOutLine(unit, each))].join('\n'),
    );
  }
  if (dryRun) terminal.log('Nothing was written.');
  else if (added + changed > 0) terminal.log(`Wrote ${target}. It goes live with: npm run build -- ${slug}`);
  return reviews.length === 0 && leftOut.length > 0 ? 1 : 0;
}
