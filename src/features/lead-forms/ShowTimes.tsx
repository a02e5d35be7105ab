import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/** FORM-12: without scripts the free times of a place are asked for, and the form comes back as it was filled in. */
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

/** Enter in a field presses the first button of its form, which must be one that sends. */
export const DefaultSend = () => (
  <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
    Send
  </button>
);
