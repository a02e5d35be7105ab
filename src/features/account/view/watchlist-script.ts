import { synchronise } from '#src/features/account/client/watchlist-sync.ts';

/** FAV-02: the server is asked for its list once a shopper does something, and not at every page view. */
const noun = document.querySelector<HTMLElement>('[data-watchlist]')?.dataset.watchlist;
if (noun !== undefined) void synchronise(noun);
