import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { comparePath } from '#src/routing/compare-path.ts';
import { $comparedCars, removeCompared } from '#src/stores/compared-cars.store.ts';
import { noEntries } from '#src/stores/stored-list.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';

const slugsOf = (cars: readonly { slug: string }[]) => cars.map(({ slug }) => slug);

/**
 * What is compared. The shopper's own list is followed, in other tabs too; a shared address changes no list, and one
 * without cars is that of the own list. The address of the page names what is shown.
 * @param addressed the slugs this page was made for
 */
export function useComparedSlugs(addressed: readonly string[]) {
  const own = slugsOf(useStore($comparedCars, { ssr: noEntries }));
  const [shared, setShared] = useState(addressed);
  const [isOwn] = useState(
    () => addressed.length === 0 || String(slugsOf($comparedCars.get())) === String(addressed),
  );
  const slugs = useHydrated() && isOwn ? own : shared;
  const address = comparePath(slugs);
  const shown = useRef(address);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which slugs
  useEffect(() => {
    if (address === shown.current) return;
    shown.current = address;
    if (slugs.every((slug) => addressed.includes(slug))) history.replaceState(history.state, '', address);
    else location.replace(address);
  }, [address]);
  const remove = (slug: string) => {
    if (isOwn) removeCompared(slug);
    else setShared(slugs.filter((each) => each !== slug));
  };
  return { slugs, remove };
}
