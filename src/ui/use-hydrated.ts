import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in server HTML and in the first render of an island, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
