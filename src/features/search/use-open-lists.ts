import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { FacetName } from '#src/config/sections/search.ts';

/** Facets whose values are all on screen; the others show those that come first (SRCH-05). */
export type OpenLists = { names: readonly FacetName[]; open(name: FacetName): void };

const OpenListsContext = createContext<OpenLists | undefined>(undefined);
export const OpenListsProvider = OpenListsContext.Provider;

/** @param first the list that the address opens */
export function useOpenedLists(first: FacetName | undefined): OpenLists {
  const [names, setNames] = useState<readonly FacetName[]>(first ? [first] : []);
  const open = useCallback(
    (name: FacetName) => setNames((now) => (now.includes(name) ? now : [...now, name])),
    [],
  );
  return useMemo(() => ({ names, open }), [names, open]);
}

export function useOpenLists(): OpenLists {
  const found = useContext(OpenListsContext);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}
