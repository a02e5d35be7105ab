import { useLayoutEffect, useRef } from 'react';
import { INVALID_POSTCODE } from '#src/domain/location/distance.ts';
import { MAX_PLACE_LENGTH, NEAR_CHOICES_KM, withNear } from '#src/domain/search/search-state.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearch } from './use-search.ts';

const ERROR_ID = 'near-error';

/** LOC-11: a postcode, and how far from it a vehicle may be. Taken on Enter, when the box is left, or with a distance. */
export function NearBox() {
  const { state, found, update } = useSearch();
  const { isNowhere } = found;
  const box = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const { place = '', km = null } = state.near ?? {};
  const first = useRef({ place, km });
  const shown = useRef({ place, km });

  function enter() {
    const typed = box.current?.value.trim() ?? '';
    const chosen = Number(choice.current?.value) || null;
    if (typed === place && chosen === km) return;
    if (typed === '' && place === '') return;
    update((now) => withNear(now, typed === '' ? undefined : { place: typed, km: chosen }));
  }

  useEarlyGesture(() => {
    const isTyped = box.current?.value !== place || (Number(choice.current?.value) || null) !== km;
    return isTyped && box.current !== document.activeElement ? enter : undefined;
  });

  useLayoutEffect(() => {
    // Back, forward, or the chip taken away.
    if (box.current && shown.current.place !== place) box.current.value = place;
    if (choice.current && shown.current.km !== km) choice.current.value = String(km ?? '');
    shown.current = { place, km };
  }, [place, km]);

  return (
    <details className="facet" open={first.current.place !== ''}>
      <summary>
        Distance
        {place !== '' && <span className="facet-chosen">1</span>}
      </summary>
      <fieldset className="near">
        <legend className="visually-hidden">Distance</legend>
        <label htmlFor="near-place">Near postcode</label>
        <div className="near-boxes">
          <input
            ref={box}
            id="near-place"
            className="input"
            name="near"
            form={SEARCH_FORM_ID}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={MAX_PLACE_LENGTH}
            defaultValue={first.current.place}
            aria-invalid={isNowhere || undefined}
            aria-describedby={isNowhere ? ERROR_ID : undefined}
            onBlur={enter}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              enter();
            }}
          />
          <select
            ref={choice}
            className="input"
            name="within"
            form={SEARCH_FORM_ID}
            aria-label="How far away at most"
            defaultValue={first.current.km ?? ''}
            onChange={enter}
          >
            <option value="">Any distance</option>
            {[...new Set([...NEAR_CHOICES_KM, ...(km === null ? [] : [km])])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {`${each} km`}
                </option>
              ))}
          </select>
        </div>
        {isNowhere && (
          <p className="near-error" id={ERROR_ID} role="alert">
            {INVALID_POSTCODE}
          </p>
        )}
      </fieldset>
    </details>
  );
}
