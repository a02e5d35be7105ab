/** FORM-02: the dealer's own note, with the page it speaks of. */
export const TermsNote = ({ note }: { note: string }) => (
  <p className="muted lead-form-wide">
    {note} <a href="/terms-and-conditions">Read the terms</a>
  </p>
);
