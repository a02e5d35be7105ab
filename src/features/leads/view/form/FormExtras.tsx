import { type RefObject, useEffect } from 'react';
import { OWN_TERMS_KEY } from '#src/features/finance/own-terms-key.ts';
import { linkedQueryParams, visitedPages } from '#src/features/leads/client/visit-memory.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';
import { storedText } from '#src/platform/ui/storage/stored-list.ts';

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

/**
 * FORM-04: adds visit data to a lead form's submission: the pages and the campaign as JSON, and the shopper's own
 * finance terms as stored (decision 41).
 */
export function useVisitData(formRef: RefObject<HTMLFormElement | null>, isLead = true): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form || !isLead) return undefined;
    function add({ formData }: FormDataEvent) {
      const storage = browserStorage('sessionStorage');
      formData.set(FORM_EXTRAS.visitedPages, JSON.stringify(visitedPages(storage)));
      formData.set(FORM_EXTRAS.linkedQueryParams, JSON.stringify(linkedQueryParams(storage)));
      formData.set(FORM_EXTRAS.ownTerms, storedText(OWN_TERMS_KEY) ?? '');
    }
    form.addEventListener('formdata', add);
    return () => form.removeEventListener('formdata', add);
  }, [formRef, isLead]);
}
