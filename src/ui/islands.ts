/**
 * Astro's own island runtime, as a file: on a page that is read long before a form is filled in, it loads on the
 * first interaction. `src/server/first-screen.ts` removes the inline copy.
 */
import './intent.ts';
import 'astro/runtime/server/astro-island.js';
