import { type ReactNode, useMemo } from 'react';
import { unpacked } from '#src/ui/packed-props.ts';
import { SearchApp, type SearchAppProps } from './SearchApp.tsx';

type SearchIslandProps = Pick<SearchAppProps, 'banner' | 'cards'> & {
  /** The other props of the search. */
  app: string;
};

/** The search as a page has it. */
export function SearchIsland({ app, banner, cards }: SearchIslandProps): ReactNode {
  const props = useMemo(() => unpacked<SearchAppProps>(app), [app]);
  return <SearchApp {...props} banner={banner} cards={cards} />;
}
