import { type RefObject, useEffect } from 'react';
import { OWN_TERMS_KEY } from '#src/domain/finance/own-terms-key.ts';
import { storedText } from '#src/stores/safe-storage.ts';
import { linkedQueryParams, visitedPages } from '#src/stores/visit-memory.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/**
 * FORM-04: adds the visit to what a lead form sends: the pages as a JSON list of paths, the campaign as a JSON object
 * of texts, and the shopper's own terms of finance as the browser stores them (decision 41).
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
