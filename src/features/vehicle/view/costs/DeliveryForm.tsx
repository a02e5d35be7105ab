import { type FormEvent, useRef, useState } from 'react';
import { rememberPostcode } from '#src/features/locations/client/shopper-place.store.ts';
import { POSTCODE_DIGITS } from '#src/features/locations/distance.ts';
import {
  DELIVERY_FIELD,
  NO_ESTIMATE_MESSAGE,
  NO_POSTCODE_MESSAGE,
  POSTCODE_EXAMPLE,
} from '#src/features/vehicle/price/cost-calculators.ts';
import type { DeliveryPrice } from '#src/features/vehicle/vehicle-endpoints.ts';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';
import { dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';
import { onlyDigits } from '#src/platform/ui/dom/input-events.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

async function estimate(address: string, carId: string, postcode: string): Promise<string> {
  const query = new URLSearchParams({ postcode, car_id: carId });
  const response = await fetch(`${address}?${query}`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const body = (await response.json()) as DeliveryPrice | ErrorBody;
  return 'error' in body ? body.error.message : `${formatCents(dollarsToCents(body.price))} to ${body.name}`;
}

type Props = {
  /** URL of the endpoint. */
  address: string;
  carId: string;
  typed: string;
  result: string;
};

/** VDP-13: also works by form submission, without JavaScript. */
export function DeliveryForm({ address, carId, typed, result }: Props) {
  const [message, setMessage] = useState(result);
  const field = useRef<HTMLInputElement>(null);
  const requests = useRef(0);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const postcode = field.current?.value.trim() ?? '';
    requests.current += 1;
    const request = requests.current;
    if (postcode === '') {
      setMessage(NO_POSTCODE_MESSAGE);
      field.current?.focus();
      return;
    }
    rememberPostcode(postcode);
    setMessage('One moment…');
    const text = await estimate(address, carId, postcode).catch((error: unknown) => {
      console.warn('The delivery could not be estimated:', error);
      return NO_ESTIMATE_MESSAGE;
    });
    if (request === requests.current) setMessage(text);
  }

  return (
    <form
      className="panel costs-form"
      method="get"
      action="#delivery"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className="field costs-postcode">
        <label htmlFor="delivery-postcode">Your postcode</label>
        <input
          ref={field}
          id="delivery-postcode"
          name={DELIVERY_FIELD}
          defaultValue={typed}
          className="input"
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          onInput={onlyDigits(POSTCODE_DIGITS)}
          placeholder={POSTCODE_EXAMPLE}
          aria-describedby="delivery-said"
        />
        <button type="submit" className="button button-quiet">
          Get an estimate
        </button>
      </p>
      <p className="costs-hint muted">Enter your postcode for the price to your door.</p>
      <p id="delivery-said" className="costs-said" role="status">
        {message}
      </p>
    </form>
  );
}
