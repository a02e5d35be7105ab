import type { DealerConfig } from '#src/config/dealer-config.ts';
import { termsVersion } from '#src/config/public/public-config.ts';
import { type Consent, readLeadAttributes } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS, SHOWN_VERSION } from '#src/features/leads/fields/form-extras.ts';
import { type LeadField, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { readVisitCookie } from '#src/platform/http/read-request.ts';
import { pathWithoutKey } from '#src/platform/routing/visit-address.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';

/** The referring page, if it is on the same site. Path only: queries may contain personal data. */
function sendingPage({ headers }: Request): string | undefined {
  try {
    const { host, pathname } = new URL(headers.get('referer') ?? '');
    return host === headers.get('host')?.toLowerCase() ? pathWithoutKey(pathname) : undefined;
  } catch {
    return undefined;
  }
}

/** FORM-04: fills in the visit data from the request if no script has sent it. */
export function withVisit(body: LeadValues, request: Request): LeadValues {
  const { pagePath, visitedPages, linkedQueryParams } = FORM_EXTRAS;
  const reported = readLeadAttributes(body[visitedPages], body[linkedQueryParams]);
  const landing = readVisitCookie(request.headers.get('cookie'));
  const page = sendingPage(request);
  // A page may send no referrer; the form then has its path.
  const pages = [landing?.path, body[pagePath] || page].filter(
    (path, at, all) => path && path !== all[at - 1],
  );
  return {
    ...body,
    ...(reported.visited_pages.length === 0 && pages.length > 0 && { [visitedPages]: JSON.stringify(pages) }),
    ...(Object.keys(reported.linked_query_params).length === 0 &&
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
 * Parses a form, JSON or urlencoded. Unreadable input counts as not sent, so that validation reports what is missing.
 */
export async function readLeadBody(request: Request): Promise<LeadValues> {
  const text = await request.text();
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') ?? false;
  const entries: Iterable<[string, unknown]> = isJson ? jsonEntries(text) : new URLSearchParams(text);
  // A Map, because of names such as "__proto__".
  const texts = new Map<string, string>();
  for (const [name, value] of entries) {
    const found = toText(value);
    if (found === undefined || name === '__proto__') continue;
    // Checkboxes of the same name are repeated; their field stores one per line.
    const before = texts.get(name);
    texts.set(name, before === undefined ? found : `${before}\n${found}`);
  }
  return withVisit(Object.fromEntries(texts), request);
}

export const CONSENT_CHANNEL = 'Website form';

const MAX_VERSION_LENGTH = 100;
/** Stored instead of a consent text that is no longer published. */
export const EARLIER_TEXT = 'The wording of this version, which the form showed. It has been replaced since.';

type Texts = Pick<DealerConfig, 'leads' | 'content'>;

const labelOf = (fields: readonly LeadField[], name: string): string =>
  fields.find((field) => field.name === name)?.label ?? '';

/**
 * A consent in the displayed version.
 * @param consent in the current version
 * @param shown version the form posted, if any
 * @param earlierText stored for any other version
 */
export function consentShown(
  consent: Consent,
  shown: string | undefined,
  earlierText: string = EARLIER_TEXT,
): Consent {
  const version = singleLine(shown ?? '').slice(0, MAX_VERSION_LENGTH);
  return version === '' || shown === consent.version ? consent : { ...consent, text: earlierText, version };
}

const versionsOf = ({ leads, content }: Texts) => ({
  opt_in: leads.optInVersion,
  terms: termsVersion(content),
});

/**
 * FORM-04: the consents of a form in the displayed versions; null if the box was not ticked.
 * @param values validated
 * @param body as posted, with the versions
 */
export function consentsOf(
  dealer: Texts,
  fields: readonly LeadField[],
  { values, body }: { values: LeadValues; body: LeadValues },
  now: Date,
): { opt_in_consent: Consent | null; terms_consent: Consent | null } {
  const versions = versionsOf(dealer);
  const agreed = (name: keyof typeof versions, earlierText?: string) => {
    if (values[name] !== TICKED) return null;
    const text = labelOf(fields, name);
    const consent = { text, version: versions[name], channel: CONSENT_CHANNEL, at: now.toISOString() };
    return consentShown(consent, body[SHOWN_VERSION[name]], earlierText);
  };
  return {
    opt_in_consent: agreed('opt_in'),
    // The version is that of the terms; the checkbox label does not change.
    terms_consent: agreed('terms', labelOf(fields, 'terms')),
  };
}

/** Unticks boxes whose text has changed since, for a form that is rendered again. */
export function withoutFormerConsents(dealer: Texts, values: LeadValues, body: LeadValues): LeadValues {
  const former = Object.entries(versionsOf(dealer)).filter(([name, version]) => {
    const shown = body[SHOWN_VERSION[name as keyof typeof SHOWN_VERSION]];
    return shown !== undefined && shown !== version && values[name] !== undefined;
  });
  return { ...values, ...Object.fromEntries(former.map(([name]) => [name, ''])) };
}
