import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';

/** FORM-02: the dealer's note, with a link to the terms. */
export const TermsNote = ({ note }: { note: string }) => (
  <p className="muted lead-form-wide">
    {note} <a href="/terms-and-conditions">Read the terms</a>
  </p>
);

type Props = {
  isSending: boolean;
  label: string;
  note: string | undefined;
  termsNote: string | undefined;
  responsePromise: string;
};

export function SendButton({ isSending, label, note, termsNote, responsePromise }: Props) {
  return (
    <>
      {note && <p className="muted lead-form-wide">{note}</p>}
      {termsNote && <TermsNote note={termsNote} />}
      <div className="lead-form-send lead-form-wide">
        <button className="button" type="submit" aria-disabled={isSending}>
          {isSending && <span className="lead-form-spinner" aria-hidden="true" />}
          {isSending ? 'Sending…' : label}
        </button>
        <p className="muted">{responsePromise}</p>
      </div>
    </>
  );
}

/** FORM-12: without JavaScript, requests the free times of a location and shows the form again with its values. */
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

/** Implicit submission (Enter) activates the first submit button of a form, which must send it. */
export const DefaultSend = () => (
  <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
    Send
  </button>
);
