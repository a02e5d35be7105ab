type Props = {
  isSending: boolean;
  label: string;
  notes: readonly string[];
  responsePromise: string;
};

/** The end of a form: small print, the button, what happens then. */
export function SendButton({ isSending, label, notes, responsePromise }: Props) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="muted lead-form-wide">
          {note}
        </p>
      ))}
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
