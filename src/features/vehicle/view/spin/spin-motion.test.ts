import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUTO_ROTATE_MS, createMotion, SENSITIVITY_PX } from './spin-motion.ts';

it('VDP-04 a drag of 20 px turns one frame, either way and over the start', () => {
  const motion = createMotion(36);
  motion.grab(100, 0);
  motion.drag(100 + 3 * SENSITIVITY_PX, 10);
  expect(motion.frame()).toBe(3);
  motion.drag(100 - SENSITIVITY_PX, 20);
  expect(motion.frame()).toBe(35);
  expect(motion.angle()).toBe(350);
});

it.each([
  [19, 0],
  [20, 1],
  [39, 1],
  [-19, 0],
  [-20, 35],
])('VDP-04 a drag of %i px from the first frame shows frame %i', (px, frame) => {
  const motion = createMotion(36);
  motion.grab(100, 0);
  motion.drag(100 + px, 10);
  expect(motion.frame()).toBe(frame);
});

it('VDP-04 released in motion it keeps turning, slows down and stops', () => {
  const motion = createMotion(36);
  motion.grab(0, 0);
  for (let at = 10; at <= 100; at += 10) motion.drag(at * 2, at);
  motion.release(100);
  const turned: number[] = [];
  let at = 100;
  while (motion.tick(at)) {
    turned.push(motion.angle());
    at += 16;
  }
  expect(turned.length).toBeGreaterThan(20);
  expect(at).toBeLessThan(3000);
  const steps = turned.slice(1).map((angle, n) => (angle - (turned[n] ?? 0) + 360) % 360);
  for (const [n, step] of steps.slice(1).entries()) expect(step).toBeLessThanOrEqual((steps[n] ?? 0) + 1e-9);
});

it('VDP-04 held still before release, it stops; with reduced motion it always does', () => {
  const still = createMotion(36);
  still.grab(0, 0);
  still.drag(200, 50);
  still.release(500);
  expect(still.tick(516)).toBe(false);
  const calm = createMotion(36, true);
  calm.grab(0, 0);
  calm.drag(200, 50);
  calm.release(51);
  expect(calm.tick(67)).toBe(false);
  expect([still.frame(), calm.frame()]).toEqual([10, 10]);
});

it('VDP-04 automatically it turns a frame each 100 ms, once around, until it is touched', () => {
  const motion = createMotion(8);
  motion.rotate(1000);
  motion.tick(1000 + 3 * AUTO_ROTATE_MS);
  expect(motion.frame()).toBe(3);
  expect(motion.tick(1000 + 20 * AUTO_ROTATE_MS)).toBe(false);
  expect([motion.frame(), motion.isRotating()]).toEqual([0, false]);
  motion.rotate(5000);
  motion.tick(5000 + 2 * AUTO_ROTATE_MS);
  motion.grab(50, 5250);
  expect(motion.tick(6000)).toBe(false);
  expect(motion.frame()).toBe(2);
});

it('VDP-04 a drag that is repeated all at once turns it as far, and leaves it without speed', () => {
  const motion = createMotion(36);
  motion.grab(0, 1000);
  motion.drag(100, 1000, false);
  motion.drag(200, 1000.1, false);
  motion.release(1000.2);
  expect(motion.tick(1017)).toBe(false);
  expect(motion.frame()).toBe(10);
});

it('VDP-05 it turns the shorter way to a frame', () => {
  const motion = createMotion(36);
  motion.turnTo(30);
  expect(motion.frame()).toBe(30);
  motion.turnTo(2);
  expect(motion.frame()).toBe(2);
});

it('VDP-04 for any input, it shows an existing frame', () => {
  const x = fc.integer({ min: -5000, max: 5000 });
  const act = fc.oneof(
    fc.record({ kind: fc.constantFrom('grab', 'drag'), x }),
    fc.record({ kind: fc.constantFrom('release', 'rotate', 'tick', 'stop') }),
    fc.record({ kind: fc.constant('step'), x: fc.integer({ min: -3, max: 3 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 120 }), fc.array(act, { maxLength: 40 }), (count, acts) => {
      const motion = createMotion(count);
      let at = 0;
      for (const each of acts) {
        at += 17;
        if (each.kind === 'grab' && 'x' in each) motion.grab(each.x, at);
        else if (each.kind === 'drag' && 'x' in each) motion.drag(each.x, at);
        else if (each.kind === 'step' && 'x' in each) motion.step(each.x);
        else if (each.kind === 'release') motion.release(at);
        else if (each.kind === 'rotate') motion.rotate(at);
        else if (each.kind === 'stop') motion.stop();
        else motion.tick(at);
        expect(Number.isInteger(motion.frame())).toBe(true);
        expect(motion.frame()).toBeGreaterThanOrEqual(0);
        expect(motion.frame()).toBeLessThan(count);
      }
    }),
  );
});
