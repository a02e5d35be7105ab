import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/**
 * FORM-12: without scripts, this button requests the free times of a place, and the form is shown again with its
 * values.
 */
export const ShowTimes = ({ form, field }: { form: string; field: LeadField }) => (
  <button
    className="button button-quiet lead-form-times"
    type="submit"
    name={FORM_EXTRAS.showTimes}
    value="on"
    formAction={`/enquire/${form}#${form}-${field.name}`}
    formNoValidate
  >
    Show free times
  </button>
);

/** Enter in a field presses the first button of its form, which must be a send button. */
export const DefaultSend = () => (
  <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
    Send
  </button>
);
