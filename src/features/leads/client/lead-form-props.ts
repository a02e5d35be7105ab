import type { FormWords } from '#src/config/sections/leads/lead-form-settings.ts';
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

/** Why a lead was not accepted, and the number to call instead if it may be shown. */
export type Failure = { message: string; phone?: string | undefined };

/** The island's props to show and send one form. */
export type LeadFormProps = {
  form: LeadFormName;
  /** What it is about; a car where it is left out. */
  kind?: KindOfStock | undefined;
  submitLabel: string;
  fields: readonly LeadField[];
  /** Headings of its steps; empty without steps. */
  steps: readonly string[];
  /** Small print above the button. */
  note?: string | undefined;
  /** Below it, on the terms of the site. */
  termsNote?: string | undefined;
  responsePromise: string;
  /** Site key of the challenge, if the dealer uses one. */
  challengeKey?: string | undefined;
  /** Path of the page with the form. */
  pagePath: string;
  /** Number to call when sending fails; absent if the page masks numbers. */
  phone?: string | undefined;
  /** From a refused post without JavaScript. */
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
};

type FormSite = FormSettings & {
  leads: {
    responsePromise: string;
    forms: FormWords;
    turnstileSiteKey?: string;
    optInVersion: string;
    termsVersion?: string;
  };
};

/** Chooses a form's fields for a dealer and a page. */
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
