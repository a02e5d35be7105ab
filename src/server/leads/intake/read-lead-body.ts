import { readLeadAttributes } from '#src/domain/lead/lead-attributes.ts';
import { type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { pathWithoutKey } from '#src/routing/path-without-key.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { readVisitCookie } from '../../http/visit-cookie.ts';

/**
 * The page a form was sent from, if the browser reports it and it is the site's own. Path only: queries may name
 * people.
 */
function sendingPage({ headers }: Request): string | undefined {
  try {
    const { host, pathname } = new URL(headers.get('referer') ?? '');
    return host === headers.get('host')?.toLowerCase() ? pathWithoutKey(pathname) : undefined;
  } catch {
    return undefined;
  }
}

/** FORM-04: the visit data a form's script would have sent, from the request itself if no script ran. */
export function withVisit(body: LeadValues, request: Request): LeadValues {
  const { pagePath, visitedPages, linkedQueryParams } = FORM_EXTRAS;
  const told = readLeadAttributes(body[visitedPages], body[linkedQueryParams]);
  const landing = readVisitCookie(request.headers.get('cookie'));
  const page = sendingPage(request);
  // A page may hide its address as referrer; the form then contains it.
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

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? TICKED : '';
  return typeof value === 'number' ? String(value) : undefined;
}

function jsonEntries(text: string): [string, unknown][] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  } catch {
    return [];
  }
}

/**
 * The texts of a form, JSON or urlencoded. Unreadable parts count as not sent: the form's checks then report what is
 * missing.
 */
export async function readLeadBody(request: Request): Promise<LeadValues> {
  const text = await request.text();
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') ?? false;
  const entries: Iterable<[string, unknown]> = isJson ? jsonEntries(text) : new URLSearchParams(text);
  // A Map first: "__proto__" must stay a name like any other.
  const texts = new Map<string, string>();
  for (const [name, value] of entries) {
    const found = toText(value);
    if (found === undefined || name === '__proto__') continue;
    // Checkboxes of one name arrive separately; their field stores one per line.
    const before = texts.get(name);
    texts.set(name, before === undefined ? found : `${before}\n${found}`);
  }
  return withVisit(Object.fromEntries(texts), request);
}
