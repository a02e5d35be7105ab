import { type LeadValues, TICKED } from '#src/domain/lead/lead-field.ts';
import { withVisit } from './visit-of-request.ts';

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
 * The texts of a form, JSON or urlencoded. What cannot be read counts as not sent: the checks of the form
 * then say what is missing.
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
    // Boxes of one name come one by one; their field keeps them one a line.
    const before = texts.get(name);
    texts.set(name, before === undefined ? found : `${before}\n${found}`);
  }
  return withVisit(Object.fromEntries(texts), request);
}
