import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import type { FormContext, FormSettings } from '#src/domain/lead/lead-fields.ts';
import { LEAD_FORMS, type LeadFormName } from '#src/domain/lead/lead-form.ts';

/** Why a lead was not taken, and the number to call instead where it may be shown. */
export type Failure = { message: string; phone?: string | undefined };

/** What the island needs to show and send one form. */
export type LeadFormProps = {
  form: LeadFormName;
  submitLabel: string;
  fields: readonly LeadField[];
  responsePromise: string;
  /** Path of the page the form stands on. */
  pagePath: string;
  /** Number to call when sending fails; absent where the page keeps numbers masked. */
  phone?: string | undefined;
  /** From a refused post without JavaScript. */
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
};

/** Chooses a form's fields for a dealer and a page. */
export function leadFormProps(options: {
  form: LeadFormName;
  site: FormSettings & { leads: { responsePromise: string } };
  context: FormContext;
  pagePath: string;
  phone?: string | undefined;
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
}): LeadFormProps {
  const { form, site, context, ...rest } = options;
  return {
    form,
    submitLabel: LEAD_FORMS[form].submitLabel,
    fields: LEAD_FORMS[form].fields(site, context),
    responsePromise: site.leads.responsePromise,
    ...rest,
  };
}
