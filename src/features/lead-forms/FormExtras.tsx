import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/** The hidden fields of every lead form: the honeypot and the page's address. */
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
    </>
  );
}
