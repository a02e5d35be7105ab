import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { PhoneRefused, PhoneRevealed } from '#src/features/vehicle/vehicle-endpoints.ts';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';

/** Phones dial the number immediately. */
const IS_PHONE = '(hover: none) and (pointer: coarse)';
const RESPONSE_TIMEOUT_MS = 8000;

/** Replaces all call forms on the page by the number. */
function show({ phone, href }: PhoneRevealed, pressed: HTMLFormElement): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-call]')) {
    const link = document.createElement('a');
    link.className = 'button button-quiet';
    link.href = href;
    const number = document.createElement('span');
    number.className = 'vehicle-phone';
    number.textContent = phone;
    link.append('Call ', number);
    form.replaceWith(link);
    if (form === pressed) link.focus();
  }
  if (matchMedia(IS_PHONE).matches) location.href = href;
}

async function reveal(form: HTMLFormElement): Promise<void> {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const body = (await response.json()) as PhoneRevealed | PhoneRefused | ErrorBody;
  if ('error' in body) {
    // Errors such as those of an overloaded server have no `location`.
    if (!('location' in body)) throw new Error(body.error.message);
    console.warn(body.error.message);
    // The page of the dealer's location, or the vehicle page if it is sold.
    return location.assign(body.location);
  }
  const detail = { eventId: ANALYTICS_EVENTS.phoneCall, label: form.dataset.callEventLabel };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
  show(body, form);
}

// The bfcache restores the page with the busy state.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.querySelectorAll('[data-call]')) form.ariaBusy = null;
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-call]')) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  reveal(form).catch((error: unknown) => {
    console.warn('The number could not be fetched', error);
    // Falls back to form submission.
    form.submit();
  });
});
