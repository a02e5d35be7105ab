import { OFF_PAGE } from '#src/routing/preview-address.ts';
import type { Place } from './place.ts';

const MESSAGE = 'This is off in the preview: nothing was sent.';
const HTML_PART = /\/similar$|^\/viewed-cars$|^\/saved-cars\/list$/;

/**
 * For what is off. Rows of cards get none; everything else the error that its script can show, and the page that a
 * script without room for it can lead to.
 */
export const offResponse = (path: string, { base }: Pick<Place, 'base'>): Response =>
  HTML_PART.test(path) && !path.startsWith('/api/')
    ? new Response('', { headers: { 'content-type': 'text/html' } })
    : Response.json(
        { error: { code: 'off_in_preview', message: MESSAGE }, location: base + OFF_PAGE },
        { status: 503 },
      );
