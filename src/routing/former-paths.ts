import { memoizeByObject } from '#src/config/once-for-each.ts';
import type { Redirect } from '#src/config/sections/domains.ts';
import { withoutTrailingSlashes } from './href.ts';

type Moved = Pick<Redirect, 'to' | 'status'>;
type Table = { exact: ReadonlyMap<string, Moved>; below: readonly (Moved & { prefix: string })[] };

/** Earlier sites were often inconsistent in case, escapes and trailing slashes. */
function folded(path: string): string {
  try {
    return withoutTrailingSlashes(decodeURIComponent(path).toLowerCase());
  } catch {
    return path;
  }
}

const EVERYTHING_BELOW = '/*';

const tableOf = memoizeByObject((redirects: readonly Redirect[]): Table => {
  const isBelow = ({ from }: Redirect) => from.endsWith(EVERYTHING_BELOW);
  return {
    exact: new Map(redirects.filter((each) => !isBelow(each)).map((each) => [folded(each.from), each])),
    below: redirects
      .filter(isBelow)
      .map(({ from, ...moved }) => ({ ...moved, prefix: folded(from.slice(0, -EVERYTHING_BELOW.length)) }))
      .sort((a, b) => b.prefix.length - a.prefix.length),
  };
});

/** NAV-12: the target of an earlier site's address; an exact entry first, then the longest "/*". */
export function formerAddress(redirects: readonly Redirect[], path: string): Moved | undefined {
  if (redirects.length === 0) return undefined;
  const { exact, below } = tableOf(redirects);
  const asked = folded(path);
  return exact.get(asked) ?? below.find(({ prefix }) => asked === prefix || asked.startsWith(`${prefix}/`));
}
