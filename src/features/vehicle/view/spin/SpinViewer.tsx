import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hotspotPosition } from '#src/features/vehicle/media/vehicle-media.ts';
import type { Hotspot, HotspotPosition } from '#src/features/vehicle/vehicle.ts';
import type { SpinData } from '#src/features/vehicle/view/gallery/media-data.ts';
import { $vehicleView } from '#src/features/vehicle/view/vehicle-view.store.ts';
import { ICONS } from '#src/platform/ui/icons.data.ts';
import { createSpin, type SpinState } from './spin-canvas.ts';
import { AnchorLinks, ViewModes, type ViewModesProps } from './ViewControls.tsx';
import './spin.css';
import './vehicle-views.css';

/**
 * VDP-04: full screen of an element. iPhones only support it for video, so the element fills the window instead.
 */
function useFullScreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  const ownsScreen = () => document.fullscreenElement === element.current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    // In real full screen the browser handles Escape.
    addEventListener('keydown', ({ key }) => key === 'Escape' && !ownsScreen() && setFull(false), { signal });
    addEventListener('fullscreenchange', () => setFull(ownsScreen()), { signal });
    return () => ended.abort();
  }, []);

  const toggle = () => {
    const { current } = element;
    if (ownsScreen()) void document.exitFullscreen();
    else if (isFull || !current?.requestFullscreen) setFull(!isFull);
    else current.requestFullscreen().catch(() => setFull(true));
  };
  return [isFull, toggle];
}

type Props = ViewModesProps & {
  data: SpinData;
  /** Name of the vehicle. */
  name: string;
  hotspots: readonly Hotspot[];
  positions: readonly HotspotPosition[];
  /** Whether to rotate once when it becomes visible. */
  autoRotate: boolean;
};

declare global {
  interface Navigator {
    /** Not supported by Safari and Firefox. */
    connection?: { saveData?: boolean };
  }
}

const CIRCLE = 360;
const SIDES = [
  'Front',
  'Front, right side',
  'Right side',
  'Rear, right side',
  'Rear',
  'Rear, left side',
  'Left side',
  'Front, left side',
];
const sideAt = (angle: number): string => SIDES[Math.round(angle / 45) % SIDES.length] ?? '';

/** Creates the spin on hydration. If it fails to load, the photos are shown instead. */
function useSpin(
  {
    root,
    stage,
    canvas,
  }: Record<'root' | 'stage', RefObject<HTMLElement | null>> & {
    canvas: RefObject<HTMLCanvasElement | null>;
  },
  props: Props,
) {
  const [state, setState] = useState<SpinState>({ frame: 0, isRotating: false, isZoomed: false });
  const [progress, setProgress] = useState<'waiting' | 'loading' | 'ready'>('waiting');
  const [isTurned, setTurned] = useState(false);
  const spin = useRef<ReturnType<typeof createSpin>>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a layout effect, to add listeners before the event that caused hydration is replayed
  useLayoutEffect(() => {
    if (!stage.current || !canvas.current) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isSaving = navigator.connection?.saveData === true;
    let isRequested = false;
    const load = async () => {
      if (isRequested) return;
      isRequested = true;
      setProgress('loading');
      try {
        await made.load();
        setProgress('ready');
      } catch (error) {
        console.warn('The spin could not be loaded:', error);
        setProgress('waiting');
        const hadFocus = root.current?.contains(document.activeElement) ?? false;
        $vehicleView.set({ ...$vehicleView.get(), mode: 'images', failedSpin: { hadFocus } });
      }
    };
    let isTouched = false;
    const made = createSpin(stage.current, canvas.current, {
      ...{ data: props.data, isCalm, isSaving },
      onChange: (next) =>
        setState((last) =>
          last.frame === next.frame && last.isRotating === next.isRotating && last.isZoomed === next.isZoomed
            ? last
            : next,
        ),
      onTurn: () => {
        isTouched = true;
        setTurned(true);
        void load();
      },
    });
    spin.current = made;
    // With `autoRotate` it is hydrated when visible, otherwise by a gesture.
    if (!props.autoRotate) void load();
    else if (!isCalm && !isSaving) void load().then(() => !isTouched && made.rotate());
    return made.destroy;
  }, []);

  return { ...state, progress, isTurned, spin };
}

/**
 * VDP-03: a spin, turned by dragging. The page contains the first frame; the others load after hydration.
 */
export function SpinViewer(props: Props) {
  const { data, name, hotspots, positions, modes, first } = props;
  const count = data.large.length;
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame, isRotating, isZoomed, progress, isTurned, spin } = useSpin({ root, stage, canvas }, props);
  const [isFull, toggleFull] = useFullScreen(root);
  const [selectedId, setSelectedId] = useState<string>();
  const angle = (frame / count) * CIRCLE;
  const spots = hotspots
    .map((hotspot) => ({
      ...hotspot,
      positions: positions.filter(({ hotspotId }) => hotspotId === hotspot.id),
    }))
    .filter((spot) => spot.positions.length > 0);

  useEffect(() => spin.current?.setFull(isFull), [isFull, spin]);

  const select = (id: string) => {
    const spotPositions = spots.find((spot) => spot.id === id)?.positions ?? [];
    // The hotspot is most visible at its middle angle.
    const best = spotPositions[Math.floor(spotPositions.length / 2)];
    if (!best) return;
    setSelectedId(id);
    spin.current?.turnTo(Math.round((best.activeAngle / CIRCLE) * count) % count);
  };
  return (
    <>
      <ViewModes modes={modes} first={first} />
      <div className="views-view" data-view="spin">
        <div
          className="spin"
          ref={root}
          data-full={isFull || undefined}
          data-auto-rotate={props.autoRotate || undefined}
        >
          <div
            className="spin-stage"
            ref={stage}
            role="slider"
            tabIndex={0}
            aria-label={`Turn the ${name}`}
            aria-valuemin={1}
            aria-valuemax={count}
            aria-valuenow={frame + 1}
            aria-valuetext={sideAt(angle)}
            aria-busy={progress === 'loading' || undefined}
            data-zoomed={isZoomed || undefined}
            data-replay-gestures
            data-spin-sheet={data.sheet.url}
          >
            {data.first && (
              <picture>
                {data.first.sources.map(({ type, srcSet }) => (
                  <source key={type} type={type} srcSet={srcSet} sizes={data.sizes} />
                ))}
                <img
                  src={data.first.src}
                  alt=""
                  width="1280"
                  height="853"
                  fetchPriority="high"
                  decoding="sync"
                  draggable="false"
                />
              </picture>
            )}
            <canvas className="spin-canvas" ref={canvas} hidden={progress !== 'ready'} />
            {progress === 'ready' &&
              spots.map(({ id, description, positions: spotPositions }) => {
                const place = hotspotPosition(spotPositions, angle);
                return (
                  place && (
                    <button
                      key={id}
                      type="button"
                      className="spin-mark"
                      // Keyboard users have the list below.
                      tabIndex={-1}
                      aria-hidden="true"
                      title={description}
                      data-mark
                      data-looked-at={id === selectedId || undefined}
                      style={{ left: `${place.x}%`, top: `${place.y}%` }}
                      onClick={() => select(id)}
                    />
                  )
                );
              })}
            {!isTurned && <p className="spin-hint">Swipe to spin</p>}
          </div>
          <p className="spin-said" role="status">
            {spots.find(({ id }) => id === selectedId)?.description}
          </p>
          <div className="spin-controls">
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={isRotating}
              onClick={() => spin.current?.toggleRotation()}
            >
              Rotate
            </button>
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={isZoomed}
              onClick={() => spin.current?.toggleZoom()}
            >
              <svg className="icon" viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
                <path d={ICONS.search} />
              </svg>
              Zoom
            </button>
            <button type="button" className="button button-quiet" onClick={toggleFull}>
              {isFull ? 'Exit full screen' : 'Full screen'}
            </button>
          </div>
          {spots.length > 0 && (
            <ul className="cluster spin-tour" aria-label="Look at">
              {spots.map(({ id, description, anchors }) => (
                <li key={id}>
                  <button type="button" className="chip" onClick={() => select(id)}>
                    {description}
                  </button>
                  <AnchorLinks description={description} anchors={anchors} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}
