/** How much larger a zoomed spin is. */
export const ZOOM = 2.5;

/** Listens on the stage of a spin for as long as it is there. */
export type Listen = <K extends keyof HTMLElementEventMap>(
  type: K,
  act: (event: HTMLElementEventMap[K]) => void,
) => void;

/**
 * Zoom of a spin: while zoomed, a pointer pans the picture instead of turning it. A double click or tap switches it.
 * @param onChange is called when it begins and ends
 */
export function createZoom(stage: HTMLElement, canvas: HTMLElement, on: Listen, onChange: () => void) {
  let isZoomed = false;
  let place = { x: 0, y: 0 };
  let from: { x: number; y: number; place: { x: number; y: number } } | undefined;

  function show(): void {
    canvas.style.transform = isZoomed ? `translate(${place.x}px, ${place.y}px) scale(${ZOOM})` : '';
  }
  /** The picture's edge never comes inside the stage. */
  function moveTo(x: number, y: number): void {
    const [mostX, mostY] = [stage.clientWidth, stage.clientHeight].map((size) => (size * (ZOOM - 1)) / 2);
    const within = (value: number, most = 0) => Math.max(-most, Math.min(most, value));
    place = { x: within(x, mostX), y: within(y, mostY) };
    show();
  }
  function setZoom(zoomed: boolean): void {
    isZoomed = zoomed;
    place = { x: 0, y: 0 };
    show();
    onChange();
  }
  const toggle = () => setZoom(!isZoomed);

  on('dblclick', toggle);
  on('pointerdown', ({ clientX: x, clientY: y, pointerId, button }) => {
    if (!isZoomed || button !== 0) return;
    stage.setPointerCapture(pointerId);
    from = { x, y, place };
  });
  on('pointermove', ({ clientX, clientY }) => {
    if (from) moveTo(from.place.x + clientX - from.x, from.place.y + clientY - from.y);
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    on(type, () => {
      from = undefined;
    });
  on('keydown', ({ key }) => {
    if (key === '+' || key === '=') setZoom(true);
    if (key === '-' || key === 'Escape') setZoom(false);
  });
  return { isZoomed: () => isZoomed, toggle };
}
