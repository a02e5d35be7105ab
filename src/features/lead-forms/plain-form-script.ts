import { watchFields } from './field-behaviour.ts';
import { prefill } from './prefill.ts';
import { holdShopper } from './shopper-record.ts';

const forms = document.querySelectorAll<HTMLFormElement>('form[data-plain-form]');

const buttonOf = (form: HTMLFormElement, submitter: HTMLElement | null): HTMLElement | null =>
  submitter ?? form.querySelector('[type="submit"]');

/** FORM-03: one press sends; further presses are ignored until the next page loads. */
function send(event: SubmitEvent): void {
  const form = event.currentTarget as HTMLFormElement;
  if (form.ariaBusy === 'true') {
    event.preventDefault();
    return;
  }
  form.ariaBusy = 'true';
  buttonOf(form, event.submitter)?.setAttribute('aria-busy', 'true');
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if ('leadForm' in form.dataset) holdShopper(Object.fromEntries(texts));
}

/** Restored from the back/forward cache. */
function wake(): void {
  for (const form of forms) {
    form.ariaBusy = null;
    for (const busy of form.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy');
  }
}

watchFields();
for (const form of forms) {
  prefill(form);
  form.addEventListener('submit', send);
}
addEventListener('pageshow', wake);
