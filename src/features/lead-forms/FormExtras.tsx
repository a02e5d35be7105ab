import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/** The hidden fields of every form: the honeypot, the page's address, and the visit data. */
export function FormExtras({ pagePath }: { pagePath: string }) {
  return (
    <>
      <div className="lead-form-honeypot" aria-hidden="true">
        <label>
          Leave this empty
          <input name={FORM_EXTRAS.honeypot} type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name={FORM_EXTRAS.pagePath} defaultValue={pagePath} />
      <input type="hidden" name={FORM_EXTRAS.visitedPages} />
      <input type="hidden" name={FORM_EXTRAS.linkedQueryParams} />
      <input type="hidden" name={FORM_EXTRAS.ownTerms} />
    </>
  );
}
