import { synchronise } from '#src/features/account/client/watchlist-sync.ts';

/** FAV-02: loaded on the first interaction, so that a mere page view sends no request. */
const noun = document.querySelector<HTMLElement>('[data-watchlist]')?.dataset.watchlist;
if (noun !== undefined) void synchronise(noun);
