/**
 * Astro's own runtime of islands, as a file: on a page that is read long before anybody fills in a form it comes with
 * the first gesture. `src/server/first-screen.ts` takes the copy out of the page.
 */
import './intent.ts';
import 'astro/runtime/server/astro-island.js';
