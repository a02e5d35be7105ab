import { HOUR_MS, MINUTE_MS } from '#src/domain/duration.ts';
import { REPORTED_FOR_MS } from '#src/domain/lead/delivery/lead-alarm.ts';
import type { Finding } from './finding.ts';
import { type DealerFacts, type FeedFacts, type ImportFacts, stockAsOf } from './status-facts.ts';

/** A feed that is imported daily may be an hour or two late. */
export const IMPORT_LATE_MS = 26 * HOUR_MS;
export const IMPORT_MISSING_MS = 72 * HOUR_MS;
/** No import takes longer. */
export const IMPORT_CUT_OFF_MS = HOUR_MS;
/** Above it more than one import's changes wait for the engine. */
export const INDEX_BACKLOG = 1000;

type Judged = Omit<Finding, 'about'>;

const vehicles = (count: number) => `${count} ${count === 1 ? 'vehicle' : 'vehicles'}`;
const leadsOf = (count: number, verbs: readonly [string, string]) =>
  `${count} ${count === 1 ? `lead ${verbs[0]}` : `leads ${verbs[1]}`}`;

function judgeRelease({ slug, release, isEdited }: DealerFacts): Judged[] {
  const remedy = `npm run build -- ${slug}`;
  if (!release) return [{ level: 'red', what: 'Its release cannot be read.', remedy }];
  if (release.damage !== undefined)
    return [{ level: 'red', what: `Its live release ${release.id} is damaged: ${release.damage}.`, remedy }];
  return isEdited
    ? [{ level: 'amber', what: 'Its dealer file was edited after it was published.', remedy }]
    : [];
}

const ageInHours = (since: string, now: number) => Math.floor((now - Date.parse(since)) / HOUR_MS);

function judgeSchedule(slug: string, feed: FeedFacts, now: number): Judged[] {
  const { lastSuccessAt, lastOutcome, lastError, failures, staleFrom } = feed;
  const remedy = `npm run import -- ${slug}`;
  const found: Judged[] = [];
  if (lastOutcome === 'refused') {
    const what = 'Its feed is refused, because it looks broken.';
    found.push({ level: 'red', what, since: lastSuccessAt, remedy: `${remedy} --dry-run` });
  }
  if (now >= Date.parse(staleFrom)) {
    const what = lastSuccessAt
      ? `Its stock is ${ageInHours(lastSuccessAt, now)} hours old.`
      : 'Its feed was never read.';
    found.push({ level: 'red', what, since: lastSuccessAt, remedy });
  }
  if (found.length === 0 && failures > 0) {
    const code = lastError === undefined ? '' : ` (${lastError})`;
    const times = failures === 1 ? 'once' : `${failures} times in a row`;
    found.push({
      level: 'amber',
      what: `Its feed could not be read ${times}${code}.`,
      since: lastSuccessAt,
      remedy,
    });
  }
  return found;
}

function judgeAge(slug: string, last: ImportFacts | undefined, now: number): Judged[] {
  const remedy = `npm run import -- ${slug}`;
  if (!last?.finishedAt && !last?.unfinishedSince) {
    return [{ level: 'red', what: 'Its feed was never imported.', remedy }];
  }
  const { finishedAt } = last;
  if (finishedAt === undefined) return [];
  const age = now - Date.parse(finishedAt);
  if (age < IMPORT_LATE_MS) return [];
  const level = age >= IMPORT_MISSING_MS ? 'red' : 'amber';
  return [
    { level, what: `Its stock is ${ageInHours(finishedAt, now)} hours old.`, since: finishedAt, remedy },
  ];
}

function judgeImport(dealer: DealerFacts, now: number): Judged[] {
  const { slug, isLive, hasFeed, feed, import: last, stock } = dealer;
  if (!hasFeed || !isLive) return [];
  const remedy = `npm run import -- ${slug}`;
  const found = feed ? judgeSchedule(slug, feed, now) : judgeAge(slug, last, now);
  const since = last?.unfinishedSince;
  if (since && now - Date.parse(since) >= IMPORT_CUT_OFF_MS) {
    found.push({ level: 'amber', what: 'Its last import did not finish.', since, remedy });
  }
  if (stock === 0 && stockAsOf(dealer)) {
    found.push({ level: 'red', what: 'It has no vehicle in stock.', since: stockAsOf(dealer), remedy });
  }
  return found;
}

function judgeIndex({ indexBacklog }: DealerFacts): Judged[] {
  if (indexBacklog < INDEX_BACKLOG) return [];
  const what = `Changes of ${vehicles(indexBacklog)} have not reached the search engine.`;
  return [{ level: 'amber', what, remedy: 'npm run import -- --rebuild' }];
}

function judgeLeads(dealer: DealerFacts, now: number): Judged[] {
  const { slug, leads, leadsLateAfterMinutes, missingSettings, waitsForSettingsAlone } = dealer;
  const { waiting, dead, held } = leads;
  const list = (state: string) => `npm run leads -- list --dealer ${slug} --state ${state}`;
  const found: Judged[] = [];
  if (dead) {
    const isRecent = now - Date.parse(dead.latest) < REPORTED_FOR_MS;
    found.push({
      level: isRecent ? 'red' : 'amber',
      what: `${leadsOf(dead.leads, ['was', 'were'])} given up.`,
      since: dead.since,
      remedy: `npm run leads -- retry --dead --dealer ${slug}`,
    });
  }
  for (const { reason, leads: count } of missingSettings) {
    const what = `${leadsOf(count, ['waits', 'wait'])}: ${reason}.`;
    found.push({ level: 'red', what, since: waiting?.since, remedy: list('pending') });
  }
  const isLate = waiting && now - Date.parse(waiting.since) >= leadsLateAfterMinutes * MINUTE_MS;
  if (isLate && !waitsForSettingsAlone) {
    const what = `${leadsOf(waiting.leads, ['waits', 'wait'])}, the first for more than ${leadsLateAfterMinutes} minutes.`;
    found.push({ level: 'red', what, since: waiting.since, remedy: list('pending') });
  }
  if (held) {
    const what = `${leadsOf(held.leads, ['is', 'are'])} held on suspicion.`;
    found.push({ level: 'amber', what, since: held.since, remedy: list('held') });
  }
  return found;
}

/** What is wrong with one dealer; a single green finding if nothing is. */
export function judgeDealer(dealer: DealerFacts, at: string): Finding[] {
  const now = Date.parse(at);
  const found = [
    ...judgeLeads(dealer, now),
    ...judgeImport(dealer, now),
    ...judgeRelease(dealer),
    ...judgeIndex(dealer),
  ];
  const judged: Judged[] =
    found.length > 0 ? found : [{ level: 'green', what: `Served, with ${vehicles(dealer.stock)}.` }];
  return judged.map((finding) => ({ about: dealer.slug, ...finding }));
}
