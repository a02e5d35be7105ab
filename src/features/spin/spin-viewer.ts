import { hotspotPlace } from '#src/domain/vehicle/spin.ts';
import type { HotspotPosition } from '#src/domain/vehicle/vehicle.ts';
import { loadFrames, type SpinData } from './spin-frames.ts';
import { isFull, watchFull } from './spin-full.ts';
import { createMotion, type Motion } from './spin-motion.ts';
import { createZoom, ZOOM } from './spin-zoom.ts';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Pixels of wheel movement per frame. */
const WHEEL_PX = 40;
const SMALL_PX = 640;
/** Of the largest pictures. */
const LARGEST_PX = 1280;
/** A frame that is looked at closely is loaded larger once it has rested. */
const RESTED_MS = 200;
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

const part = <E extends HTMLElement>(root: HTMLElement, name: string): E => {
  const found = root.querySelector<E>(`[data-spin-${name}]`);
  if (!found) throw new Error(`A spin has no [data-spin-${name}]`);
  return found;
};

/** Draws like the picture beneath it: covering the canvas, cropped evenly. */
function drawInto(
  canvas: HTMLCanvasElement,
  picture: ReturnType<ReturnType<typeof loadFrames>['pictureOf']>,
): void {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || !picture) return;
  const { source, x, y, width, height } = picture;
  const scale = Math.max(canvas.width / width, canvas.height / height);
  const [w, h] = [canvas.width / scale, canvas.height / scale];
  context.drawImage(
    source,
    x + (width - w) / 2,
    y + (height - h) / 2,
    w,
    h,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}

/** Loading ends where the page is left, and goes on where it comes back from the browser's cache of pages. */
function whileShown(load: (signal: AbortSignal) => void): void {
  let leaving = new AbortController();
  addEventListener('pagehide', () => leaving.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    leaving = new AbortController();
    load(leaving.signal);
  });
  load(leaving.signal);
}

/** Continues from the frame of the automatic turn, to its end. */
function takeOver(root: HTMLElement, motion: Motion, frame: number): void {
  motion.step(frame);
  if (root.dataset.spinTurning !== undefined) motion.rotate(performance.now(), frame);
  delete root.dataset.spinTurning;
}

/** Replays the drag recorded before this script listened. @returns whether one was free */
function dragAgain(motion: Motion): boolean {
  const { drags = [] } = document.heldOnSpin ?? {};
  for (const { type, x, at } of drags) {
    if (type === 'pointerdown') motion.grab(x, at);
    else if (type === 'pointermove') motion.drag(x, at);
    else motion.release(at);
  }
  return drags.length > 0;
}

/** Replays the press recorded before this script listened. */
function pressAgain(stage: HTMLElement): void {
  const { presses = [] } = document.heldOnSpin ?? {};
  document.heldOnSpin?.stop();
  for (const event of presses) {
    const { target } = event;
    if (event instanceof KeyboardEvent && target === stage)
      stage.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, cancelable: true }));
    else if (event.type === 'click' && target instanceof Element)
      target.closest<HTMLElement>('button')?.click();
  }
}

/**
 * VDP-03 to VDP-05: starts a spin. Resolves once it turns.
 * @throws if its sheet cannot be loaded; the page then shows the gallery
 */
export async function startSpin(root: HTMLElement): Promise<void> {
  const stage = part(root, 'stage');
  const canvas = part<HTMLCanvasElement>(root, 'canvas');
  const hint = part(root, 'hint');
  const play = part<HTMLButtonElement>(root, 'play');
  const data = JSON.parse(root.dataset.spin ?? '') as SpinData;
  const positions = JSON.parse(root.dataset.spinPositions ?? '[]') as HotspotPosition[];
  const isCalm = matchMedia(REDUCED_MOTION).matches;
  const count = data.large.length;
  const motion = createMotion(count, isCalm);
  takeOver(root, motion, Number(stage.ariaValueNow) - 1);
  hint.hidden = dragAgain(motion);

  const isSaving = document.savesData;
  const isLarge = stage.clientWidth * devicePixelRatio > SMALL_PX && !isSaving;
  const frames = loadFrames(data, {
    ...{ isLarge, shown: motion.frame },
    onChange: (frame) => frame === motion.frame() && redraw(),
  });

  let drawn = -1;
  let isAsked = false;
  function redraw(): void {
    drawn = -1;
    ask();
  }
  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(show);
  }
  function show(at: number): void {
    isAsked = false;
    const moves = motion.tick(at);
    const frame = motion.frame();
    if (frame !== drawn && !canvas.hidden) {
      drawn = frame;
      drawInto(canvas, frames.pictureOf(frame));
      stage.ariaValueNow = String(frame + 1);
      stage.ariaValueText = sideAt(motion.angle());
    }
    placeMarks();
    play.ariaPressed = String(motion.isRotating());
    if (moves) ask();
    else sharpenLater();
  }
  let resting: ReturnType<typeof setTimeout> | undefined;
  function sharpenLater(): void {
    clearTimeout(resting);
    if (!isSaving && (zoom.isZoomed() || isFull(root)))
      resting = setTimeout(() => frames.sharpen(motion.frame()), RESTED_MS);
  }

  const marks = [...root.querySelectorAll<HTMLElement>('[data-spin-mark]')].map((mark) => ({
    mark,
    known: positions.filter(({ hotspotId }) => hotspotId === mark.dataset.spinMark),
  }));
  function placeMarks(): void {
    for (const { mark, known } of marks) {
      const place = hotspotPlace(known, motion.angle());
      mark.hidden = !place;
      if (!place) continue;
      mark.style.left = `${place.x}%`;
      mark.style.top = `${place.y}%`;
    }
  }

  function resize(): void {
    const { clientWidth, clientHeight } = stage;
    let ratio = Math.min(devicePixelRatio, 2);
    // Zoomed, as many pixels as the largest picture has.
    if (zoom.isZoomed()) ratio = Math.max(ratio, Math.min(ratio * ZOOM, LARGEST_PX / clientWidth));
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    redraw();
  }

  const zoom = createZoom(stage, canvas, part(root, 'zoom'), resize);
  const turn = (frames_: number) => {
    hint.hidden = true;
    motion.step(frames_);
    ask();
  };

  stage.addEventListener('pointerdown', ({ clientX, timeStamp, pointerId, button, target }) => {
    if (button !== 0 || zoom.isZoomed() || (target instanceof Element && target.closest('[data-spin-mark]')))
      return;
    stage.setPointerCapture(pointerId);
    hint.hidden = true;
    motion.grab(clientX, timeStamp);
  });
  stage.addEventListener('pointermove', ({ clientX, timeStamp, buttons }) => {
    if (!motion.isHeld()) return;
    // A drag that began before this script has no captured pointer, and may have ended outside.
    if (buttons === 0) motion.release(timeStamp);
    else motion.drag(clientX, timeStamp);
    ask();
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    stage.addEventListener(type, ({ timeStamp }) => {
      if (!motion.isHeld()) return;
      motion.release(timeStamp);
      ask();
    });
  let wheeled = 0;
  stage.addEventListener(
    'wheel',
    (wheel) => {
      // Vertical movement scrolls the page, except in full screen.
      const by = isFull(root) && wheel.deltaX === 0 ? wheel.deltaY : wheel.deltaX;
      if (Math.abs(by) < Math.abs(wheel.deltaY) && !isFull(root)) return;
      wheel.preventDefault();
      wheeled += by;
      const steps = Math.trunc(wheeled / WHEEL_PX);
      wheeled -= steps * WHEEL_PX;
      if (steps !== 0) turn(steps);
    },
    { passive: false },
  );
  const onKey = (key: KeyboardEvent) => {
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -Math.ceil(count / 8),
      PageDown: Math.ceil(count / 8),
    }[key.key];
    const end = { Home: 0, End: count - 1 }[key.key];
    if (steps === undefined && end === undefined) return;
    key.preventDefault();
    if (end !== undefined) motion.turnTo(end);
    else motion.step(steps ?? 0);
    hint.hidden = true;
    ask();
  };
  stage.addEventListener('keydown', onKey);
  play.addEventListener('click', () => {
    hint.hidden = true;
    if (motion.isRotating()) motion.stop();
    else motion.rotate(performance.now());
    ask();
  });
  const spots = root.querySelectorAll<HTMLElement>('[data-spin-spot]');
  const lookAt = (id: string | undefined) => {
    const known = positions.filter(({ hotspotId }) => hotspotId === id);
    // The middle one shows it best.
    const best = known[Math.floor(known.length / 2)];
    if (!best) return;
    motion.turnTo(Math.round((best.activeAngle / 360) * count) % count);
    for (const { mark } of marks) mark.toggleAttribute('data-looked-at', mark.dataset.spinMark === id);
    const spot = [...spots].find(({ dataset }) => dataset.spinSpot === id);
    part(root, 'said').textContent = spot?.dataset.spinDescription ?? '';
    hint.hidden = true;
    ask();
  };
  for (const spot of spots) spot.addEventListener('click', () => lookAt(spot.dataset.spinSpot));
  for (const { mark } of marks) mark.addEventListener('click', () => lookAt(mark.dataset.spinMark));
  watchFull(root, part(root, 'full'));

  pressAgain(stage);
  stage.ariaBusy = 'true';
  await frames.loadSheet().finally(() => {
    stage.ariaBusy = null;
  });
  canvas.hidden = false;
  new ResizeObserver(resize).observe(stage);
  resize();
  ask();
  whileShown((signal) => void frames.loadRest(signal));
}
