import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { PhoneRefused, PhoneRevealed } from '#src/features/vehicle/vehicle-endpoints.ts';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';

/** Touch phones dial the number; other devices show it. */
const IS_PHONE = '(hover: none) and (pointer: coarse)';
const RESPONSE_TIMEOUT_MS = 8000;

/** Replaces every call form on the page with the number. */
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
    // A server that is busy names no page to go to.
    if (!('location' in body)) throw new Error(body.error.message);
    console.warn(body.error.message);
    // The page of the location has the numbers; of a car that is sold, its own page says so.
    return location.assign(body.location);
  }
  const detail = { eventId: ANALYTICS_EVENTS.phoneCall, label: form.dataset.callEventLabel };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
  show(body, form);
}

// Back leads to the page as it was left, busy.
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
    // The page itself then shows the number.
    form.submit();
  });
});
