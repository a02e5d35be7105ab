import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';

/** FORM-11: alarms are raised for leads that wait too long, were given up, or are held as suspicious. */
export const TROUBLES = ['waiting', 'dead', 'held'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** The interval between reminders. */
export const REMIND_AFTER_MS = DAY_MS;
/** The minimum interval while more leads are given up or held. */
export const ALARM_REPEAT_MS = HOUR_MS;
/** Leads given up or held longer ago than this were already reported for a week. */
export const REPORTED_FOR_MS = 7 * DAY_MS;

/**
 * A dealer's leads in one kind of trouble. `since` and `latest` are ISO 8601 instants of the longest-standing and the
 * most recent one.
 */
export type TroubledLeads = {
  dealer: string;
  trouble: Trouble;
  leads: number;
  since: string;
  latest: string;
};
export type StoredAlarm = { dealer: string; trouble: Trouble; reportedAt: string | null };

export type AlarmStep =
  | { kind: 'tell'; found: TroubledLeads; isReminder: boolean }
  | { kind: 'all-clear'; alarm: StoredAlarm }
  /** Ends without a message. */
  | { kind: 'forget'; alarm: StoredAlarm };

const keyOf = ({ dealer, trouble }: Pick<StoredAlarm, 'dealer' | 'trouble'>) => `${dealer} ${trouble}`;

/** Waiting leads have one cause, an unavailable destination; the others each need a person. */
const isMore = ({ trouble, latest }: TroubledLeads, reportedAt: string): boolean =>
  trouble !== 'waiting' && latest > reportedAt;

function stepsOf(found: TroubledLeads, reportedAt: string | null, now: Date): AlarmStep[] {
  if (reportedAt === null) return [{ kind: 'tell', found, isReminder: false }];
  const elapsedMs = now.getTime() - Date.parse(reportedAt);
  const more = isMore(found, reportedAt);
  if (elapsedMs < (more ? ALARM_REPEAT_MS : REMIND_AFTER_MS)) return [];
  return [{ kind: 'tell', found, isReminder: !more }];
}

/** The alarms to send or clear now. */
export function alarmSteps(
  found: readonly TroubledLeads[],
  stored: readonly StoredAlarm[],
  now: Date,
): AlarmStep[] {
  const storedByKey = new Map(stored.map((alarm) => [keyOf(alarm), alarm]));
  const foundKeys = new Set(found.map(keyOf));
  const begun = found.flatMap((each) => stepsOf(each, storedByKey.get(keyOf(each))?.reportedAt ?? null, now));
  const over = stored
    .filter((alarm) => !foundKeys.has(keyOf(alarm)))
    // Leads given up or held may just have passed the reporting period, and waiting ones may have been given up: no
    // reason for an all-clear.
    .map((alarm): AlarmStep => {
      const gaveUp = foundKeys.has(keyOf({ dealer: alarm.dealer, trouble: 'dead' }));
      const isRelief = alarm.trouble === 'waiting' && alarm.reportedAt !== null && !gaveUp;
      return { kind: isRelief ? 'all-clear' : 'forget', alarm };
    });
  return [...begun, ...over];
}

export type AlarmText = { subject: string; text: string };

const several = (leads: number, one: string, many: string) => (leads === 1 ? `1 ${one}` : `${leads} ${many}`);

const SUMMARIES: Record<Trouble, (leads: number) => string> = {
  waiting: (leads) => `${several(leads, 'lead waits', 'leads wait')} to be delivered`,
  dead: (leads) => `${several(leads, 'lead was', 'leads were')} given up`,
  held: (leads) => `${several(leads, 'lead is', 'leads are')} held on suspicion`,
};

const INSTRUCTIONS: Record<Trouble, string> = {
  waiting: 'They are stored and retried automatically until the destination accepts them.',
  dead: 'They are stored, but are not retried until you restart them.',
  held: 'They look like spam and are held until released. Check them: some may be real.',
};

const COMMANDS: Record<Trouble, (dealer: string) => string> = {
  waiting: (dealer) => `npm run leads -- list --dealer ${dealer} --state pending`,
  dead: (dealer) => `npm run leads -- list --dealer ${dealer} --state dead`,
  held: (dealer) => `npm run leads -- list --dealer ${dealer} --state held`,
};

/**
 * Contains no personal data and nothing a receiver wrote.
 * @param name of the dealer
 * @param places destinations with their last error
 */
export function alarmText(
  { dealer, trouble, leads, since }: TroubledLeads,
  details: { name: string; sinceText: string; isReminder: boolean; places: readonly string[] },
): AlarmText {
  const { name, sinceText, isReminder, places } = details;
  const subject = `${isReminder ? 'Still: ' : ''}${name}: ${SUMMARIES[trouble](leads)}`;
  const lines = [
    `${name} (${dealer}): ${SUMMARIES[trouble](leads)}, the first since ${sinceText} (${since}).`,
    INSTRUCTIONS[trouble],
    ...(places.length > 0 ? ['', ...places.map((place) => `- ${place}`)] : []),
    '',
    `See: ${COMMANDS[trouble](dealer)}`,
  ];
  return { subject, text: lines.join('\n') };
}

export const allClearText = (name: string, dealer: string): AlarmText => ({
  subject: `${name}: all leads delivered`,
  text: `${name} (${dealer}): no lead is waiting too long.`,
});
