import { readLeadAttributes } from '#src/domain/lead/lead-attributes.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { pathWithoutKey } from '#src/routing/path-without-key.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { readVisitCookie } from '../../http/visit-cookie.ts';

/** The page a form was sent from, where the browser says so and it is the site's own. Path only: queries may name people. */
function sendingPage({ headers }: Request): string | undefined {
  try {
    const { host, pathname } = new URL(headers.get('referer') ?? '');
    return host === headers.get('host')?.toLowerCase() ? pathWithoutKey(pathname) : undefined;
  } catch {
    return undefined;
  }
}

/** FORM-04: what a form's script would have reported of the visit, from the request itself where none ran. */
export function withVisit(body: LeadValues, request: Request): LeadValues {
  const { pagePath, visitedPages, linkedQueryParams } = FORM_EXTRAS;
  const told = readLeadAttributes(body[visitedPages], body[linkedQueryParams]);
  const landing = readVisitCookie(request.headers.get('cookie'));
  const page = sendingPage(request);
  // A page may keep its address from its own forms; the form then says which it is.
  const pages = [landing?.path, body[pagePath] || page].filter(
    (path, at, all) => path && path !== all[at - 1],
  );
  return {
    ...body,
    ...(told.visited_pages.length === 0 && pages.length > 0 && { [visitedPages]: JSON.stringify(pages) }),
    ...(Object.keys(told.linked_query_params).length === 0 &&
      landing && { [linkedQueryParams]: JSON.stringify(landing.campaign) }),
    ...(!body[pagePath] && page && { [pagePath]: page }),
  };
}
