import { request } from 'node:http';
import { DomUtils, parseDocument } from 'htmlparser2';
import { ANSWERS, SOME_NUMBER, someDay } from './answers.ts';
import { E2E_PORT } from './ports.ts';
import { get } from './site.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const isPost = ({ attribs }: Element) => attribs.method?.toLowerCase() === 'post';
const has = ({ attribs }: Element, name: string) => attribs[name] !== undefined;

/** A date and a time as browsers send them. */
const sentDay = (now: Date): string => {
  const [, month = '', day = '', year = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(someDay(now)) ?? [];
  return `${year}-${month}-${day}`;
};

function firstOption(select: Element): string {
  const options = DomUtils.getElementsByTagName('option', select);
  const answers = options.filter(({ attribs }) => attribs.value);
  const chosen = answers.find((option) => has(option, 'selected')) ?? answers[0];
  return chosen?.attribs.value ?? '';
}

/** The values of a shopper who fills in every field, by the field's type and name. */
function fieldValue(field: Element, message: string): string | undefined {
  const { name = '', type = 'text', value = '', inputmode } = field.attribs;
  if (field.name === 'select') return firstOption(field);
  if (field.name === 'textarea') return message;
  if (type === 'hidden' || (value !== '' && !['checkbox', 'radio'].includes(type))) return value;
  if (type === 'checkbox' || type === 'radio') return value || 'on';
  if (type === 'date') return sentDay(new Date());
  if (type === 'time') return '10:30';
  if (['submit', 'button', 'file'].includes(type)) return undefined;
  return ANSWERS[name] ?? (inputmode === 'numeric' || type === 'number' ? SOME_NUMBER : message);
}

/** Hidden fields are for bots. */
const isHoneypot = (field: Element): boolean => field.attribs.tabindex === '-1';

function filled(form: Element, message: string): URLSearchParams {
  const sent = new URLSearchParams();
  for (const field of DomUtils.getElementsByTagName(
    (name) => /^(?:input|select|textarea)$/.test(name),
    form,
  )) {
    const { name } = field.attribs;
    if (!name || has(field, 'disabled') || isHoneypot(field)) continue;
    // Of boxes that belong together one is ticked.
    if (field.attribs.type === 'radio' && sent.has(name)) continue;
    const value = fieldValue(field, message);
    if (value !== undefined) sent.append(name, value);
  }
  return sent;
}

function post(address: URL, body: string): Promise<{ status: number; location: string }> {
  const headers = {
    host: address.host,
    origin: address.origin,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const path = `${address.pathname}${address.search}`;
    const asked = request({ host: '127.0.0.1', port: E2E_PORT, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/**
 * Fills in the form of a page and posts it as a browser without scripts does.
 * @returns where it led
 */
export async function postForm(
  address: string,
  message: string,
): Promise<{ status: number; location: string }> {
  const { text } = await get(address);
  const forms = DomUtils.getElementsByTagName('form', parseDocument(text));
  const form = forms.find(({ attribs }) => attribs.class === 'lead-form') ?? forms.filter(isPost).at(-1);
  if (!form) throw new Error(`No form at ${address}`);
  return post(new URL(form.attribs.action ?? '', address), filled(form, message).toString());
}
