import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';

type DatedFile = { name: string; modifiedAt: Date | null };

const YEAR = String.raw`(?<year>20\d\d)`;
const MONTH = `(?<month>0[1-9]|1[0-2])`;
const DAY = String.raw`(?<day>0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[T_. -]?(?<time>(?:[01]\d|2[0-3])[-:.]?[0-5]\d(?:[-:.]?[0-5]\d)?))?`;
const dateOf = (...parts: readonly string[]) => new RegExp(`(?<!\\d)${parts.join('[-_.]?')}${TIME}(?!\\d)`);

const YEAR_FIRST = dateOf(YEAR, MONTH, DAY);
const DAY_FIRST = dateOf(DAY, MONTH, YEAR);
const MONTH_FIRST = dateOf(MONTH, DAY, YEAR);

/** Day and time in a name, in an order that texts have; undefined if there is none. */
function dateIn(name: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const { year, month, day, time = '' } = pattern.exec(name)?.groups ?? {};
    if (year !== undefined) return `${year}${month}${day} ${time.replace(/\D/g, '')}`;
  }
  return undefined;
}

const hasDate = (name: string, patterns: readonly RegExp[]) => dateIn(name, patterns) !== undefined;

/** Day first, unless the dates of some names can only be month first. */
function datePatterns(names: readonly string[]): readonly RegExp[] {
  const usual = [YEAR_FIRST, DAY_FIRST];
  const isMonthFirst = names.some((name) => !hasDate(name, usual) && hasDate(name, [MONTH_FIRST]));
  return isMonthFirst ? [YEAR_FIRST, MONTH_FIRST] : usual;
}

const natural = new Intl.Collator('en', { numeric: true });

/**
 * FEED-07: files from the oldest to the newest: by their dates, or by the dates in their names, where a name without a
 * date is older than one with it. Of the same day the one with the later time, then with the later name, is newer.
 */
export function oldestFirst<T extends DatedFile>(files: readonly T[], newest: FeedConfig['newest']): T[] {
  const patterns = datePatterns(files.map(({ name }) => name));
  const dates = new Map(files.map(({ name }) => [name, dateIn(name, patterns) ?? '']));
  const isDated = [...dates.values()].some((date) => date !== '');
  const timeOf = ({ modifiedAt }: T) => modifiedAt?.getTime() ?? 0;
  const byTime = (a: T, b: T) => timeOf(a) - timeOf(b);
  const byName = (a: T, b: T) => natural.compare(a.name, b.name);
  const byDate = (a: T, b: T) => {
    const [one = '', other = ''] = [dates.get(a.name), dates.get(b.name)];
    return one < other ? -1 : Number(one > other);
  };
  const orders = newest === 'date' ? [byTime, byName] : isDated ? [byDate, byTime, byName] : [byName];
  return files.toSorted((a, b) => orders.map((order) => order(a, b)).find((order) => order !== 0) ?? 0);
}

/** Names that clients use until a file has arrived whole. */
const UNFINISHED = /\.(?:part|partial|filepart|tmp|temp|crdownload|upload)$/i;

export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);
