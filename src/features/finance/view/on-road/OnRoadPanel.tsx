import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { stateName } from '#src/config/sections/states.ts';
import { ON_ROAD_FIELD } from '#src/features/finance/on-road/estimate-text.ts';
import type { OnRoadResponse } from '#src/features/finance/on-road/on-road-endpoint.ts';
import { $shopperPostcode, rememberPostcode } from '#src/features/locations/client/shopper-place.store.ts';
import { INVALID_POSTCODE, POSTCODE_DIGITS } from '#src/features/locations/distance.ts';
import { stateOfPostcode } from '#src/features/locations/postcode-state.ts';
import { dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';
import { onlyDigits } from '#src/platform/ui/dom/input-events.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
const NO_RESPONSE = 'We couldn’t work that out just now. Please try again.';

const money = (dollars: number) => formatCents(dollarsToCents(dollars));

async function estimateFor(address: string, postcode: string): Promise<OnRoadResponse> {
  const response = await fetch(`${address}?${new URLSearchParams({ postcode })}`, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

type Props = {
  /** URL of the endpoint. */
  address: string;
  onRoad: string;
  first: OnRoadResponse;
  typed: string;
  message: string;
};

/** VDP-210: also works by form submission, without JavaScript. */
export function OnRoadPanel({ address, onRoad, first, typed, message }: Props) {
  const [estimate, setEstimate] = useState(first);
  const [said, setSaid] = useState(message);
  const field = useRef<HTMLInputElement>(null);
  const newest = useRef('');
  const known = useStore($shopperPostcode, { ssr: () => '' });

  async function show(postcode: string) {
    newest.current = postcode;
    try {
      const next = await estimateFor(address, postcode);
      if (newest.current !== postcode) return;
      setEstimate(next);
      setSaid('');
    } catch (error) {
      console.warn('The price on the road could not be estimated:', error);
      if (newest.current === postcode) setSaid(NO_RESPONSE);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the remembered postcode, unless one was sent
  useEffect(() => {
    if (typed !== '') return rememberPostcode(typed);
    if (known === '' || known === newest.current) return;
    if (field.current && field.current.value === '') field.current.value = known;
    if (stateOfPostcode(known) !== estimate.state) void show(known);
  }, [known]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const postcode = field.current?.value.trim() ?? '';
    if (stateOfPostcode(postcode) === undefined) {
      setSaid(INVALID_POSTCODE);
      field.current?.focus();
      return;
    }
    setSaid('One moment…');
    void show(postcode).then(() => rememberPostcode(postcode));
  }

  const { state, lines, total, basis, sources, as_of_text } = estimate;
  const heading = `Est. ${onRoad.toLowerCase()} in ${stateName(state)}`;
  return (
    <section
      className="on-road"
      id="on-road"
      data-of-price=""
      data-of-sale=""
      aria-label={`Estimated ${onRoad.toLowerCase()} price`}
    >
      <details open={typed !== ''}>
        <summary>
          <span>{heading}</span> <strong>{money(total)}</strong>
        </summary>
        <dl className="on-road-lines">
          {lines.map(({ kind, label, amount }) => (
            <div key={kind}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          <div className="on-road-total">
            <dt>Estimated total</dt>
            <dd>{money(total)}</dd>
          </div>
        </dl>
        <form className="on-road-form" method="get" action="#on-road" noValidate onSubmit={submit}>
          <label htmlFor="on-road-postcode">Your postcode</label>
          <p id="on-road-said" className="on-road-said" role="status">
            {said}
          </p>
          <input
            ref={field}
            id="on-road-postcode"
            name={ON_ROAD_FIELD}
            defaultValue={typed}
            className="input"
            type="text"
            inputMode="numeric"
            autoComplete="postal-code"
            onInput={onlyDigits(POSTCODE_DIGITS)}
            aria-invalid={said === INVALID_POSTCODE || undefined}
            aria-describedby="on-road-said"
          />
          <button type="submit" className="button button-quiet">
            Update
          </button>
        </form>
        <p className="on-road-source muted">
          {'Stamp duty as published by '}
          <a href={sources[0]?.href} rel="noopener">
            {sources[0]?.name}
          </a>
          {`, looked up on ${as_of_text}. Other charges are typical amounts.`}
        </p>
        <details className="on-road-basis">
          <summary>How we work this out</summary>
          <ul>
            {basis.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {sources.slice(1).map(({ name, href }) => (
              <li key={href}>
                {'Registration: '}
                <a {...{ href }} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </details>
    </section>
  );
}
