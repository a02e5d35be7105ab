/** VDP-04: a drag this long, pixels, turns by one frame. */
export const SENSITIVITY_PX = 20;
/** VDP-04: how long each frame is shown while the vehicle turns automatically. */
export const AUTO_ROTATE_MS = 100;

/** After release, speed falls to a third in this time. */
const INERTIA_MS = 325;
/** Frames a millisecond; anything slower counts as stopped. */
const SLOWEST = 0.004;
/** Speed is measured over this time before the release. */
const RELEASE_MS = 80;

type Sample = { x: number; at: number };

/**
 * The motion of a spin: by pointer, by inertia after release, automatically for one cycle, or by single steps.
 * Times are milliseconds of one clock, places pixels. Knows nothing of a page.
 * @param count frames of the circle
 * @param isCalm moves only while dragged (reduced motion)
 */
export function createMotion(count: number, isCalm = false) {
  /** Frames turned since the start, both ways. */
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
    /** The current frame, from 0. */
    frame: (): number => ((Math.round(turned) % count) + count) % count,
    /** Degrees turned, from 0 to 360. */
    angle: (): number => ((((turned / count) * 360) % 360) + 360) % 360,
    isHeld: (): boolean => grabbed !== undefined,
    grab(x: number, at: number): void {
      stop();
      grabbed = { x, turned: Math.round(turned) };
      samples = [{ x, at }];
    },
    /** @param hasSpeed not of a drag that is repeated all at once */
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
    /** Turns the shorter way round to a frame. */
    turnTo(frame: number): void {
      const forwards = (((frame - Math.round(turned)) % count) + count) % count;
      this.step(forwards > count / 2 ? forwards - count : forwards);
    },
    /** One automatic turn. */
    rotate(at: number): void {
      stop();
      cycle = { since: at, from: Math.round(turned) };
    },
    isRotating: (): boolean => cycle !== undefined,
    stop,
    /** Advances to a moment. @returns whether it is still moving then */
    tick(at: number): boolean {
      if (cycle) {
        const frames = Math.min(count, Math.floor((at - cycle.since) / AUTO_ROTATE_MS));
        turned = cycle.from + frames;
        if (frames >= count) cycle = undefined;
        return cycle !== undefined;
      }
      if (grabbed || Math.abs(speed) < SLOWEST) {
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
