import type { SpinData } from '#src/features/vehicle/view/gallery/media-data.ts';
import { loadFrames } from './spin-frames.ts';
import { createMotion, createZoom, type Listen, ZOOM } from './spin-motion.ts';

/** Pixels of wheel movement per frame. */
const WHEEL_PX = 40;
const SMALL_PX = 640;
/** Width of the largest pictures. */
const LARGEST_PX = 1280;
/** When zoomed or in full screen, a frame loads in the largest size after this time without movement. */
const RESTED_MS = 200;

export type SpinState = { frame: number; isRotating: boolean; isZoomed: boolean };

type Options = {
  data: SpinData;
  /** Reduced motion: no inertia. */
  isCalm: boolean;
  /** Data saver is on. */
  isSaving: boolean;
  onChange: (state: SpinState) => void;
  /** Called on user input of any kind. */
  onTurn: () => void;
};

/** Draws like `object-fit: cover`. */
function drawInto(
  canvas: HTMLCanvasElement,
  picture: ReturnType<ReturnType<typeof loadFrames>['pictureOf']>,
): void {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || !picture) return;
  const { source, x, y, width, height } = picture;
  const scale = Math.max(canvas.width / width, canvas.height / height);
  const [w, h] = [canvas.width / scale, canvas.height / scale];
  const [left, top] = [x + (width - w) / 2, y + (height - h) / 2];
  context.drawImage(source, left, top, w, h, 0, 0, canvas.width, canvas.height);
}

/** Aborts loading when the page is hidden, and resumes when it is restored from the bfcache. */
function whileShown(load: (signal: AbortSignal) => void, ended: AbortSignal): void {
  let leaving = new AbortController();
  addEventListener('pagehide', () => leaving.abort(), { signal: ended });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return;
      leaving = new AbortController();
      load(leaving.signal);
    },
    { signal: ended },
  );
  load(leaving.signal);
}

/**
 * VDP-03 to VDP-05: a spin on a canvas, controlled by pointer, wheel and keyboard events of its stage.
 */
export function createSpin(stage: HTMLElement, canvas: HTMLCanvasElement, options: Options) {
  const { data, isCalm, isSaving, onChange, onTurn } = options;
  const count = data.large.length;
  const motion = createMotion(count, isCalm);
  const ended = new AbortController();
  const { signal } = ended;
  const on: Listen = (type, act) => stage.addEventListener(type, act, { signal, passive: false });
  let isLoaded = false;
  let isTouched = false;
  let isFull = false;
  let drawnFrame = -1;
  let requested: number | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const frames = loadFrames(data, {
    isLarge: stage.clientWidth * devicePixelRatio > SMALL_PX && !isSaving,
    shown: motion.frame,
    onChange: (frame) => frame === motion.frame() && redraw(),
  });
  const zoom = createZoom(stage, canvas, on, () => {
    report();
    resize();
  });

  function redraw(): void {
    drawnFrame = -1;
    requestFrame();
  }
  function requestFrame(): void {
    requested ??= requestAnimationFrame(show);
  }
  function show(at: number): void {
    requested = undefined;
    const moves = motion.tick(at);
    const frame = motion.frame();
    if (isLoaded && frame !== drawnFrame) {
      drawnFrame = frame;
      drawInto(canvas, frames.pictureOf(frame));
    }
    report();
    if (moves) requestFrame();
    else sharpenLater();
  }
  const report = () =>
    onChange({ frame: motion.frame(), isRotating: motion.isRotating(), isZoomed: zoom.isZoomed() });
  function sharpenLater(): void {
    clearTimeout(resting);
    if (!isSaving && (zoom.isZoomed() || isFull))
      resting = setTimeout(() => frames.sharpen(motion.frame()), RESTED_MS);
  }
  function resize(): void {
    const { clientWidth, clientHeight } = stage;
    let ratio = Math.min(devicePixelRatio, 2);
    // Zoomed, up to the resolution of the largest picture.
    if (zoom.isZoomed()) ratio = Math.max(ratio, Math.min(ratio * ZOOM, LARGEST_PX / clientWidth));
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    redraw();
  }
  function touch(): void {
    onTurn();
    isTouched = true;
    report();
    loadRest();
    requestFrame();
  }
  let loadsRest = false;
  function loadRest(): void {
    if (loadsRest || !isLoaded || !isTouched) return;
    loadsRest = true;
    whileShown((until) => void frames.loadRest(until), signal);
  }
  const turn = (by: number) => {
    motion.step(by);
    touch();
  };

  on('pointerdown', ({ clientX, timeStamp, pointerId, button, target }) => {
    if (button !== 0 || zoom.isZoomed() || (target instanceof Element && target.closest('[data-mark]')))
      return;
    try {
      stage.setPointerCapture(pointerId);
    } catch {
      // The pointer of a replayed event may no longer be active.
    }
    motion.grab(clientX, timeStamp);
    touch();
  });
  on('pointermove', ({ clientX, timeStamp, buttons, isTrusted }) => {
    if (!motion.isHeld()) return;
    if (buttons === 0) motion.release(timeStamp);
    else motion.drag(clientX, timeStamp, isTrusted);
    requestFrame();
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    on(type, ({ timeStamp }) => {
      if (!motion.isHeld()) return;
      motion.release(timeStamp);
      requestFrame();
    });
  let wheeled = 0;
  on('wheel', (wheel) => {
    // Vertical wheel movement scrolls the page, except in full screen.
    const by = isFull && wheel.deltaX === 0 ? wheel.deltaY : wheel.deltaX;
    if (Math.abs(by) < Math.abs(wheel.deltaY) && !isFull) return;
    wheel.preventDefault();
    wheeled += by;
    const steps = Math.trunc(wheeled / WHEEL_PX);
    wheeled -= steps * WHEEL_PX;
    if (steps !== 0) turn(steps);
  });
  on('keydown', (event) => {
    const eighth = Math.ceil(count / 8);
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -eighth, PageDown: eighth }[event.key];
    const end = { Home: 0, End: count - 1 }[event.key];
    if (steps === undefined && end === undefined) return;
    event.preventDefault();
    if (end !== undefined) motion.turnTo(end);
    else motion.step(steps ?? 0);
    touch();
  });

  return {
    /** Loads the sprite sheet; then the spin is usable. @throws if it cannot be loaded */
    async load(): Promise<void> {
      await frames.loadSheet();
      isLoaded = true;
      const observer = new ResizeObserver(resize);
      observer.observe(stage);
      signal.addEventListener('abort', () => observer.disconnect());
      resize();
      loadRest();
    },
    /** Rotates once. */
    rotate(): void {
      motion.rotate(performance.now());
      requestFrame();
    },
    toggleRotation(): void {
      if (motion.isRotating()) motion.stop();
      else motion.rotate(performance.now());
      touch();
    },
    turnTo(frame: number): void {
      motion.turnTo(frame);
      touch();
    },
    toggleZoom: zoom.toggle,
    setFull(full: boolean): void {
      isFull = full;
      requestFrame();
    },
    destroy(): void {
      ended.abort();
      clearTimeout(resting);
      if (requested !== undefined) cancelAnimationFrame(requested);
    },
  };
}
