/** VDP-04: pixels of dragging per frame. */
export const SENSITIVITY_PX = 20;
/** VDP-04: duration of a frame during automatic rotation. */
export const AUTO_ROTATE_MS = 100;

/** Time constant of the exponential decay of speed after release. */
const INERTIA_MS = 325;
/** Frames per millisecond; anything slower counts as stopped. */
const MIN_SPEED = 0.004;
/** Period before release over which speed is measured. */
const RELEASE_MS = 80;

type Sample = { x: number; at: number };

/**
 * The motion of a spin, independent of the DOM: dragging, inertia after release, automatic rotation and single steps.
 * Times are in milliseconds, positions in pixels.
 * @param count number of frames
 * @param isCalm reduced motion: no inertia
 */
export function createMotion(count: number, isCalm = false) {
  /** Frames turned since the start; may be negative. */
  let turned = 0;
  let speed = 0;
  let samples: Sample[] = [];
  let grabbed: { x: number; turned: number } | undefined;
  let cycle: { since: number; from: number } | undefined;
  let lastTick: number | undefined;

  const stop = () => {
    speed = 0;
    cycle = undefined;
    lastTick = undefined;
  };

  return {
    /** 0-based. */
    frame: (): number => ((Math.round(turned) % count) + count) % count,
    /** Degrees, 0 to 360. */
    angle: (): number => ((((turned / count) * 360) % 360) + 360) % 360,
    isHeld: (): boolean => grabbed !== undefined,
    grab(x: number, at: number): void {
      stop();
      grabbed = { x, turned: Math.round(turned) };
      samples = [{ x, at }];
    },
    /** @param hasSpeed false for replayed events, whose timing is not that of the gesture */
    drag(x: number, at: number, hasSpeed = true): void {
      if (!grabbed) return;
      turned = grabbed.turned + Math.trunc((x - grabbed.x) / SENSITIVITY_PX);
      const before = hasSpeed ? samples.filter((sample) => at - sample.at <= RELEASE_MS) : [];
      samples = [...before, { x, at }];
    },
    release(at: number): void {
      grabbed = undefined;
      const [first] = samples.filter((sample) => at - sample.at <= RELEASE_MS);
      const last = samples.at(-1);
      const took = first && last ? last.at - first.at : 0;
      speed = isCalm || !first || !last || took === 0 ? 0 : (last.x - first.x) / SENSITIVITY_PX / took;
      lastTick = at;
    },
    step(frames: number): void {
      stop();
      turned = Math.round(turned) + frames;
    },
    /** Turns to a frame in the shorter direction. */
    turnTo(frame: number): void {
      const forwards = (((frame - Math.round(turned)) % count) + count) % count;
      this.step(forwards > count / 2 ? forwards - count : forwards);
    },
    rotate(at: number): void {
      stop();
      cycle = { since: at, from: Math.round(turned) };
    },
    isRotating: (): boolean => cycle !== undefined,
    stop,
    /** Advances to a time. @returns whether it is still moving */
    tick(at: number): boolean {
      if (cycle) {
        const frames = Math.min(count, Math.floor((at - cycle.since) / AUTO_ROTATE_MS));
        turned = cycle.from + frames;
        if (frames >= count) cycle = undefined;
        return cycle !== undefined;
      }
      if (grabbed || Math.abs(speed) < MIN_SPEED) {
        speed = grabbed ? speed : 0;
        return false;
      }
      const passed = at - (lastTick ?? at);
      lastTick = at;
      const decay = Math.exp(-passed / INERTIA_MS);
      turned += speed * INERTIA_MS * (1 - decay);
      speed *= decay;
      return true;
    },
  };
}

export const ZOOM = 2.5;

/** Adds an event listener to the stage, until the spin is destroyed. */
export type Listen = <K extends keyof HTMLElementEventMap>(
  type: K,
  act: (event: HTMLElementEventMap[K]) => void,
) => void;

/**
 * While zoomed, dragging pans the picture instead of turning it. A double click or double tap toggles zoom.
 * @param onChange called when zoom starts and ends
 */
export function createZoom(stage: HTMLElement, canvas: HTMLElement, on: Listen, onChange: () => void) {
  let isZoomed = false;
  let place = { x: 0, y: 0 };
  let from: { x: number; y: number; place: { x: number; y: number } } | undefined;

  function show(): void {
    canvas.style.transform = isZoomed ? `translate(${place.x}px, ${place.y}px) scale(${ZOOM})` : '';
  }
  /** Clamps the position so that the picture covers the stage. */
  function moveTo(x: number, y: number): void {
    const [maxX, maxY] = [stage.clientWidth, stage.clientHeight].map((size) => (size * (ZOOM - 1)) / 2);
    const within = (value: number, max = 0) => Math.max(-max, Math.min(max, value));
    place = { x: within(x, maxX), y: within(y, maxY) };
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
