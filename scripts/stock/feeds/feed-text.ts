import type { LeftOut } from '#src/features/feeds/feed-formats.ts';
import type { FeedReport } from '#src/features/feeds/server/outbound-feed-report.ts';

const NAMED_OF_EACH = 5;

function byReason(leftOut: readonly LeftOut[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const { vehicle, reasons } of leftOut)
    for (const reason of reasons) found.set(reason, [...(found.get(reason) ?? []), vehicle]);
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

/** "Google vehicle ads: 212 vehicles, 14 left out", and the reasons with a few of the vehicles of each. */
export function feedLines({ name, vehicles, leftOut }: FeedReport): string[] {
  const head = `  ${name}: ${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}, ${leftOut.length} left out`;
  const lines = byReason(leftOut).map(([reason, names]) => {
    const more = names.length > NAMED_OF_EACH ? ' …' : '';
    return `    ${String(names.length).padStart(5)}  ${reason}: ${names.slice(0, NAMED_OF_EACH).join(', ')}${more}`;
  });
  return [head, ...lines];
}
