import { dollarsToCents, formatCents } from '#src/domain/money.ts';
import {
  DELIVERY_FIELD,
  NO_ESTIMATE_MESSAGE,
  NO_POSTCODE_MESSAGE,
} from '#src/domain/vehicle/delivery-estimate.ts';
import type { DeliveryPrice } from '#src/wire/car-costs.ts';
import type { ErrorBody } from '#src/wire/error.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

async function estimate(form: HTMLFormElement, postcode: string): Promise<string> {
  const { delivery = '', car = '' } = form.dataset;
  const query = new URLSearchParams({ postcode, car_id: car });
  const response = await fetch(`${delivery}?${query}`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const body = (await response.json()) as DeliveryPrice | ErrorBody;
  return 'error' in body ? body.error.message : `${formatCents(dollarsToCents(body.price))} to ${body.name}`;
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-delivery]')) {
  const said = form.querySelector<HTMLElement>('[data-delivery-said]');
  const field = form.querySelector<HTMLInputElement>(`[name="${DELIVERY_FIELD}"]`);
  let asked = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!said || !field) return;
    const postcode = field.value.trim();
    asked += 1;
    const mine = asked;
    if (postcode === '') {
      said.textContent = NO_POSTCODE_MESSAGE;
      return field.focus();
    }
    said.textContent = 'One moment…';
    estimate(form, postcode)
      .catch((error: unknown) => {
        console.warn('The delivery could not be estimated:', error);
        return NO_ESTIMATE_MESSAGE;
      })
      .then((text) => {
        if (mine === asked) said.textContent = text;
      });
  });
}
