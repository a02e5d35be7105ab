import { useStore } from '@nanostores/react';
import type { State } from '#src/config/sections/states.ts';
import {
  DRIVE_AWAY_FACETS,
  type DriveAwayFacet,
  driveAwayFacet,
} from '#src/config/sections/stock/drive-away-facets.ts';
import { $shopperState } from '#src/features/locations/client/shopper-place.store.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { useSurroundings } from '#src/features/search/view/search-settings.ts';

/** SRCH-210: the budget that a panel shows: the refined one, or that of the shopper's state, or of the dealer's. */
export const shownBudget = (
  ranges: SearchState['ranges'],
  shopperState: State | undefined,
  dealerState: State,
): DriveAwayFacet =>
  DRIVE_AWAY_FACETS.find((name) => ranges[name]) ?? driveAwayFacet(shopperState ?? dealerState);

/** Undefined if the site has none. */
export function useShownBudget(ranges: SearchState['ranges']): DriveAwayFacet | undefined {
  const { budgetState } = useSurroundings().settings;
  const shopperState = useStore($shopperState, { ssr: () => undefined });
  return budgetState === null ? undefined : shownBudget(ranges, shopperState, budgetState);
}
