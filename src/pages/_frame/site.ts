/**
 * The one script of every page: menu, opening hours, the shopper's memory, what happened, and what few sites have,
 * which finds nothing to do elsewhere. Together they compress better than apart and ask once over a thin line, and no
 * blocker of analytics can take the saved cars along by a file name.
 */
import '#src/layouts/site-menu.ts';
import '#src/features/account/site-script.ts';
// Before what they are told of.
import '#src/features/analytics/vendor-tags-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/features/content/popup-script.ts';
import '#src/features/locations/open-now-script.ts';
import '#src/features/outside/load-on-click.ts';
import '#src/features/outside/third-party-script.ts';
