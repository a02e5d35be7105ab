import type { SpinData } from './spin-frames.ts';

/**
 * VDP-04: a spin turns once automatically when it is visible, unless the shopper saves data. It does so by its sheet
 * alone and without the viewer, which comes with the shopper's first touch and goes on from there.
 */
async function turnAround(spin: HTMLElement): Promise<void> {
  const stage = spin.querySelector<HTMLElement>('[data-spin-stage]');
  const canvas = spin.querySelector<HTMLCanvasElement>('[data-spin-canvas]');
  const play = spin.querySelector('[data-spin-play]');
  const context = canvas?.getContext('2d', { alpha: false });
  if (!stage || !canvas || !play || !context) return;
  const { sheet, large } = JSON.parse(spin.dataset.spin ?? '') as SpinData;
  const { width, height, columns, frames } = sheet;
  const stop = () => {
    delete spin.dataset.spinTurning;
    play.ariaPressed = 'false';
  };
  for (const gesture of ['pointerdown', 'keydown']) stage.addEventListener(gesture, stop, { once: true });
  const image = new Image();
  image.src = sheet.url;
  await image.decode();
  // The viewer has come sooner, with a touch.
  if (!canvas.hidden || document.heldOnSpin?.drags.length) return;
  spin.dataset.spinTurning = '';
  play.ariaPressed = 'true';
  [canvas.width, canvas.height] = [width, height];
  let since = 0;
  const show = (at: number) => {
    // The viewer, or a hand, has taken it over.
    if (spin.dataset.spinTurning === undefined) return;
    since ||= at;
    const turned = Math.min(large.length, Math.floor((at - since) / Number(spin.dataset.spinAuto)));
    const frame = turned % large.length;
    const place = frames.findLastIndex((each) => each <= frame);
    const [x, y] = [(place % columns) * width, Math.floor(place / columns) * height];
    context.drawImage(image, x, y, width, height, 0, 0, width, height);
    canvas.hidden = false;
    stage.ariaValueNow = String(frame + 1);
    if (turned < large.length) requestAnimationFrame(show);
    else stop();
  };
  requestAnimationFrame(show);
}

if (!document.savesData && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const spin of document.querySelectorAll<HTMLElement>('[data-spin-auto]'))
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      turnAround(spin).catch((error: unknown) => console.warn('The spin does not turn:', error));
    }).observe(spin);
