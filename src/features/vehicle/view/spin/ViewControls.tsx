import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ViewMode } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Hotspot } from '#src/features/vehicle/vehicle.ts';
import { $vehicleView } from '#src/features/vehicle/view/vehicle-view.store.ts';

/** VDP-36. */
export const AnchorLinks = ({ description, anchors = [] }: Pick<Hotspot, 'description' | 'anchors'>) =>
  anchors
    .filter((anchor) => anchor.startsWith('https://'))
    .map((anchor) => (
      <a key={anchor} href={anchor} target="_blank" rel="noopener" data-native>
        More<span className="visually-hidden">{` about ${description} (opens in a new tab)`}</span>
      </a>
    ));

/** VDP-03: radio buttons to select a view. CSS switches the views, also without JavaScript. */
export type ViewModesProps = { modes: readonly ViewMode[]; first: ViewMode };

const LABELS: Readonly<Record<ViewMode, string>> = { spin: 'Spin', images: 'Images', interior: 'Interior' };

export function ViewModes({ modes, first }: ViewModesProps) {
  const { mode = first, failedSpin } = useStore($vehicleView);
  const fields = useRef<HTMLFieldSetElement>(null);

  // Applies a selection made before hydration.
  useLayoutEffect(() => {
    const chosen = modes.find((each) => fields.current?.querySelector(`[value="${each}"]:checked`));
    if (chosen && chosen !== first) $vehicleView.setKey('mode', chosen);
  }, [modes, first]);
  useEffect(() => {
    if (failedSpin?.hadFocus) fields.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [failedSpin]);

  if (modes.length < 2) return null;
  return (
    <fieldset className="views-modes" ref={fields}>
      <legend className="visually-hidden">View</legend>
      {modes.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="view"
            value={each}
            checked={each === mode}
            disabled={each === 'spin' && failedSpin !== undefined}
            autoComplete="off"
            onChange={() => $vehicleView.setKey('mode', each)}
          />
          <span>{LABELS[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
