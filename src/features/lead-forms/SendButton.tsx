/** FORM-02: the dealer's own note, with the page it refers to. */
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

/** The end of a form: small print, the button, the response promise. */
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
