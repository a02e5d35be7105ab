/**
 * The one script of every page before any gesture: the shopper's memory, what happened, the way to the next page.
 * Together they compress better, and no blocker of analytics can take the saved cars along by a file name.
 */
import '#src/features/account/site-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/layouts/quiet-fade.ts';
