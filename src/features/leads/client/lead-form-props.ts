import type { FormTexts } from '#src/config/sections/leads/lead-form-settings.ts';
import type { KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import { versionFields } from '#src/features/leads/fields/form-extras.ts';
import type {
  FormContext,
  FormSettings,
  LeadErrors,
  LeadField,
  LeadValues,
} from '#src/features/leads/fields/lead-field.ts';
import { LEAD_FORMS, type LeadFormName } from '#src/features/leads/forms/lead-form.ts';
import { filledRows } from './field-attributes.ts';

/** Why a lead was not accepted, and the number to call, if it may be displayed. */
export type Failure = { message: string; phone?: string | undefined };

export type LeadFormProps = {
  form: LeadFormName;
  /** A car by default. */
  kind?: KindOfStock | undefined;
  submitLabel: string;
  fields: readonly LeadField[];
  /** Headings of the steps; empty for a form without steps. */
  steps: readonly string[];
  /** Small print above the button. */
  note?: string | undefined;
  /** Below the button, about the site's terms. */
  termsNote?: string | undefined;
  responsePromise: string;
  /** Site key of the challenge, if the dealer uses one. */
  challengeKey?: string | undefined;
  /** Path of the page with the form. */
  pagePath: string;
  /** The number to call if sending fails; absent if the page masks numbers. */
  phone?: string | undefined;
  /** This and the following are of a rejected post without JavaScript. */
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
};

type FormSite = FormSettings & {
  leads: {
    responsePromise: string;
    forms: FormTexts;
    turnstileSiteKey?: string;
    optInVersion: string;
    termsVersion?: string;
  };
};

export function leadFormProps(options: {
  form: LeadFormName;
  site: FormSite;
  context: FormContext;
  submitLabel?: string | undefined;
  pagePath: string;
  phone?: string | undefined;
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
}): LeadFormProps {
  const { form, site, context, submitLabel = site.leads.forms[form].submit, ...rest } = options;
  const { fields: fieldsFor, steps, note } = LEAD_FORMS[form];
  const fields = filledRows(fieldsFor(site, context));
  return {
    form,
    ...(context.kind && context.kind !== 'car' && { kind: context.kind }),
    submitLabel,
    fields: [...fields, ...versionFields(site, fields)],
    steps: steps?.(site) ?? [],
    note: note?.(site),
    termsNote: site.leads.termsNote,
    responsePromise: site.leads.responsePromise,
    challengeKey: site.leads.turnstileSiteKey,
    ...rest,
  };
}
