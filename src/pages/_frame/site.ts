/**
 * The one script of every page: menu, opening hours, the shopper's memory, what happened. Together they compress better, and
 * no blocker of analytics can take the saved cars along by a file name.
 */
import '#src/layouts/site-menu.ts';
import '#src/features/account/site-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/features/locations/open-now-script.ts';
