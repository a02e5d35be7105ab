import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { type LeadField, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { formAccess } from '#src/features/leads/forms/form-access.ts';
import { LEAD_FORMS, type LeadFormName } from '#src/features/leads/forms/lead-form.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { GOOD_ANSWERS } from '../fixtures/form-settings.ts';
import { startSite } from '../fixtures/http-site.ts';
import { formBody } from '../fixtures/lead-site.ts';

const dealers = demoDealers();
const CHALLENGES = 'https://challenges.cloudflare.com';
const FORMS = Object.keys(LEAD_FORMS) as LeadFormName[];

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const renderPage = await loadPages(inject('pagesEntry'));
  site = await startSite({ renderPage });
});
afterAll(() => site.stop());

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The text beside a checkbox, as shown. */
function labelIn(html: string, form: string, name: string): string | undefined {
  const label = new RegExp(`<label for="${form}-${name}">(.*?)</label>`, 's').exec(html)?.[1];
  return label === undefined ? undefined : textOf(label);
}

const BY_TYPE: Partial<Record<LeadField['type'], (field: LeadField) => string>> = {
  'opt-in': () => TICKED,
  terms: () => TICKED,
  text: () => 'Toyota',
  rego: () => 'ABC123',
  money: ({ min = 1 }) => String(min),
  kms: ({ min = 1 }) => String(min),
  number: ({ min = 1 }) => String(min),
};

/** The first choice where there are choices, else a good answer of that name, else one of that type. */
function responseTo(field: LeadField): string {
  const choice = field.options?.find(({ value }) => value !== '');
  return choice?.value ?? (GOOD_ANSWERS as LeadValues)[field.name] ?? BY_TYPE[field.type]?.(field) ?? '';
}

async function consentsOf(dealer: (typeof dealers)[number], form: LeadFormName, leaveOut: string[] = []) {
  const host = `${dealer.slug}.localhost`;
  const { body: html } = await site.ask({ path: `/enquire/${form}`, host });
  const fields = LEAD_FORMS[form].fields(dealer, {});
  const shown = fields.filter(({ name }) => html.includes(`name="${name}"`) && !leaveOut.includes(name));
  const values = Object.fromEntries(shown.map((field) => [field.name, responseTo(field)]));
  const sent = await site.ask({
    ...formBody({ ...values, message: `${dealer.slug} ${form} ${leaveOut}` }),
    path: `/enquire/${form}`,
    host,
  });
  expect([dealer.slug, form, sent.status]).toEqual([dealer.slug, form, 303]);
  const rows = await site.services.db
    .selectFrom('leads')
    .select('payload')
    .where('dealer', '=', dealer.slug)
    .where('form', '=', form)
    .orderBy('created_at', 'desc')
    .execute();
  return { html, payload: JSON.parse(rows[0]?.payload ?? '{}') as LeadPayload };
}

describe.each(dealers.map((dealer) => [dealer.slug, dealer] as const))('%s', (_slug, dealer) => {
  // Forms that are about a car, or take only a verified phone, have tests of their own.
  const isPlain = (form: LeadFormName) =>
    formAccess(form, dealer, { car: 'none' }).kind === 'open' && !LEAD_FORMS[form].verifiesPhone?.(dealer);
  it.each(FORMS.filter(isPlain))(
    'FORM-02 FORM-04 %s stores the exact texts beside the checkboxes',
    async (form) => {
      const { html, payload } = await consentsOf(dealer, form);
      const consent = { channel: 'Website form', at: expect.stringMatching(/^\d{4}-.*Z$/) };
      const optIn = labelIn(html, form, 'opt_in');
      // A job application asks for no consent to marketing.
      const asks = form !== 'careers';
      expect([optIn !== undefined, payload.opt_in]).toEqual([asks, asks]);
      expect(payload.opt_in_consent).toEqual(
        asks ? { ...consent, text: optIn, version: dealer.leads.optInVersion } : null,
      );
      // The form says which versions it showed, once each.
      const carried = (name: string) => [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))];
      expect(carried('opt_in_version').map(([, version]) => version)).toEqual(
        asks ? [dealer.leads.optInVersion] : [],
      );
      expect(carried('terms_version').map(([, version]) => version)).toEqual(
        payload.terms_consent ? [payload.terms_consent.version] : [],
      );
      const terms = labelIn(html, form, 'terms');
      expect(payload.terms_consent).toEqual(
        terms === undefined
          ? null
          : { ...consent, text: terms, version: expect.stringMatching(/^sha256:[\da-f]{12}$/) },
      );
    },
  );

  it('FORM-04 an empty checkbox is no consent', async () => {
    const { payload } = await consentsOf(dealer, 'contact', ['opt_in']);
    expect([payload.opt_in, payload.opt_in_consent]).toEqual([false, null]);
  });

  it('FORM-11 the challenge of forms is in the policy if the dealer uses it, and never in the HTML', async () => {
    const { body, headers } = await site.ask({ path: '/enquire/contact', host: `${dealer.slug}.localhost` });
    const policy = `${headers['content-security-policy'] ?? ''} ${body.match(/<meta http-equiv="content-security-policy"[^>]*>/i)?.[0] ?? ''}`;
    const isUsed = dealer.leads.turnstile !== undefined;
    expect(policy.includes(CHALLENGES)).toBe(isUsed);
    expect(body).not.toMatch(/<script[^>]+challenges\.cloudflare/);
    expect(body).not.toContain(dealer.leads.turnstile?.secret ?? 'NO_SECRET');
  });
});

it('FORM-04 changed terms are a new version automatically', async () => {
  const { textVersion } = await import('#src/config/public/public-config.ts');
  expect(textVersion(['One.', 'Two.'])).not.toBe(textVersion(['One.', 'Two!']));
  expect(textVersion(['One.', 'Two.'])).toBe(textVersion(['One.', 'Two.']));
});
