import { explainDelivery } from '#src/features/feeds/delivery-failures.ts';
import type { LeftOut } from '#src/features/feeds/feed-formats.ts';
import type { DeliveryAttempt } from '#src/features/feeds/server/deliveries/deliver-feed.ts';
import type { DeliveryReport, FeedReport } from '#src/features/feeds/server/outbound-feed-report.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

const NAMED_OF_EACH = 5;

function byReason(leftOut: readonly LeftOut[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const { vehicle, reasons } of leftOut)
    for (const reason of reasons) found.set(reason, [...(found.get(reason) ?? []), vehicle]);
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

const counted = (vehicles: number): string => `${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`;

/** "Google vehicle ads: 212 vehicles, 14 left out", and the reasons with a few of the vehicles of each. */
export function feedLines({ name, vehicles, leftOut }: FeedReport): string[] {
  const head = `  ${name}: ${counted(vehicles)}, ${leftOut.length} left out`;
  const lines = byReason(leftOut).map(([reason, names]) => {
    const more = names.length > NAMED_OF_EACH ? ' …' : '';
    return `    ${String(names.length).padStart(5)}  ${reason}: ${names.slice(0, NAMED_OF_EACH).join(', ')}${more}`;
  });
  return [head, ...lines];
}

/** "the server does not respond (no_connection). It is sent again. …" */
function failureText(code: string | null): string {
  const { what, remedy } = explainDelivery(code);
  return `${what} (${code}). ${remedy}`;
}

/** The state of a delivery; times are those of the dealer. */
export function deliveryLines({ scheduled: { state } }: DeliveryReport, timeZone: string): string[] {
  const at = (iso: string) => {
    const { date, time } = zonedDate(new Date(iso), timeZone);
    return `${date} ${time}`;
  };
  const { last_success_at: last, failures, last_error, vehicles, left_out } = state;
  const delivered =
    last === null
      ? 'Never delivered'
      : `Delivered ${at(last)} (${counted(vehicles ?? 0)}, ${left_out} left out)`;
  const next = state.last_attempt_at === null ? 'as soon as `serve` or `worker` runs' : at(state.next_due_at);
  const times = failures === 1 ? 'once' : `${failures} times in a row`;
  return [
    `    ${delivered}; next ${next}`,
    ...(failures > 0 ? [`    Failed ${times}: ${failureText(last_error)}`] : []),
  ];
}

/** What came of a delivery by hand. */
export const attemptText = (name: string, { code, vehicles, leftOut }: DeliveryAttempt): string =>
  code === null
    ? `${name}: delivered, ${counted(vehicles ?? 0)}, ${leftOut.length} left out`
    : `${name}: not delivered, ${failureText(code)}`;
