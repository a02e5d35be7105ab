import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { $recentSearches, forgetSearches } from '#src/features/search/client/recent-searches.store.ts';
import { noEntries } from '#src/platform/ui/storage/stored-list.ts';
import './recent-searches.css';

/** NAV-08, SRCH-23. */
export function RecentSearches() {
  const searches = useStore($recentSearches, { ssr: noEntries });
  const [isCleared, setCleared] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (searches.length === 0 && !isCleared) return null;
  const clear = () => {
    forgetSearches();
    setCleared(true);
    // The focused button is removed.
    heading.current?.focus();
  };
  return (
    <section className="stack recent-searches" aria-labelledby="recent-searches-heading">
      <h2 ref={heading} id="recent-searches-heading" tabIndex={-1}>
        Recent searches
      </h2>
      {searches.length === 0 ? (
        <p role="status">Your recent searches have been cleared.</p>
      ) : (
        <>
          <ul role="list">
            {searches.map(({ text, href }) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
          <p>
            <button className="button button-quiet" type="button" onClick={clear}>
              Clear recent searches
            </button>
          </p>
        </>
      )}
    </section>
  );
}
