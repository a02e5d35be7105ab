import type { TestDelivery } from '#src/features/leads/server/operations/send-test-lead.ts';

const ADVICE: readonly [RegExp, string][] = [
  [
    /environment variable (\w+) is not set/,
    'set $1 for this command and for the process that delivers, or run this where it is set',
  ],
  [
    /dealer file/,
    'fix the dealer file ("npm run dealers -- check" shows how), then restart serve and worker',
  ],
  [
    /HTTP 40[13]|(?:^|\D)53[05]\b/,
    'the receiver does not accept the key or password: compare it with theirs',
  ],
  [
    /HTTP 404|HTTP 405|HTTP 410/,
    'the receiver does not know this address: compare the destination’s url with theirs',
  ],
  [/HTTP 3\d\d/, 'the address redirects: set the final address as the destination’s url'],
  [/HTTP 4(?:00|13|15|22)/, 'the receiver rejects this lead: ask which fields it expects'],
  [/HTTP 429/, 'the receiver limits requests: try again later'],
  [/HTTP 5\d\d/, 'the receiver has failed: report it to them, and try again later'],
  [/no connection/, 'check the address and whether this machine may reach it'],
  [/no response in time/, 'the receiver takes too long: check the address, or report it to them'],
];

/** What to do about a delivery that did not arrive. */
export function adviceFor({ outcome, attempts, reason }: TestDelivery): string {
  if (reason === null) {
    return attempts > 0
      ? 'the delivery is still in progress: allow it longer with --timeout'
      : 'the destination is known to be unavailable: "npm run leads -- list --state pending" shows what waits';
  }
  for (const [pattern, advice] of ADVICE) {
    const found = pattern.exec(reason);
    if (found) return advice.replace('$1', found[1] ?? '');
  }
  return outcome === 'waits' ? 'try again later' : 'ask the receiver';
}
