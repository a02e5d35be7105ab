import { useEffect, useState } from 'react';
import type { State } from '#src/config/sections/states.ts';
import {
  DRIVE_AWAY_FACETS,
  type DriveAwayFacet,
  driveAwayFacet,
} from '#src/config/sections/stock/drive-away-facets.ts';
import { mayKnowPlace } from '#src/features/locations/client/stored-place.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';

/** SRCH-210: the budget that a panel shows: the refined one, or that of the shopper's state, or of the dealer's. */
export const shownBudget = (
  ranges: SearchState['ranges'],
  shopperState: State | undefined,
  dealerState: State,
): DriveAwayFacet =>
  DRIVE_AWAY_FACETS.find((name) => ranges[name]) ?? driveAwayFacet(shopperState ?? dealerState);

/** Of the shopper; undefined until postcodes are loaded, which only a browser that may know its shopper's does. */
function useShopperState(): State | undefined {
  const [state, setState] = useState<State>();
  useEffect(() => {
    if (!mayKnowPlace()) return;
    const loaded = import('#src/features/locations/client/shopper-place.store.ts').then(({ $shopperState }) =>
      $shopperState.subscribe(setState),
    );
    loaded.catch(console.warn);
    return () =>
      void loaded.then(
        (stop) => stop(),
        () => undefined,
      );
  }, []);
  return state;
}

/** Undefined if the site has none. */
export function useShownBudget(ranges: SearchState['ranges']): DriveAwayFacet | undefined {
  const { budgetState } = useSurroundings().settings;
  const shopperState = useShopperState();
  return budgetState === null ? undefined : shownBudget(ranges, shopperState, budgetState);
}
