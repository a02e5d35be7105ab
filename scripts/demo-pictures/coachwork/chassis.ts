import { Vector3 } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { bothSides, type Kit } from './kit.ts';
import type { Corner, Point } from './outline.ts';
import { refine, tracePath } from './outline.ts';
import { barX, barZ, block } from './solids.ts';
import { gridOf } from './surface.ts';

/** Two rails with cross members from x0 to x1, their top at y. */
export function ladderFrame(
  kit: Kit,
  {
    x0,
    x1,
    top,
    height = 0.26,
    spread = 0.42,
  }: { x0: number; x1: number; top: number; height?: number; spread?: number },
): void {
  const [length, middle] = [x1 - x0, (x0 + x1) / 2];
  kit.pair(MATERIALS.plastic, block(length, height, 0.012, 0.004), middle, top - height / 2, spread);
  for (const y of [top - 0.008, top - height + 0.008])
    kit.pair(MATERIALS.plastic, block(length, 0.014, 0.08, 0.004), middle, y, spread - 0.036);
  for (let x = x0 + 0.3; x < x1; x += 0.9)
    kit.add(MATERIALS.dark, block(0.09, height * 0.7, 2 * spread, 0.01), x, top - height / 2, 0);
}

/** A beam axle with its differential or drop beam, and leaf springs. */
export function axle(
  kit: Kit,
  {
    x,
    y,
    track,
    driven,
    spread = 0.42,
  }: { x: number; y: number; track: number; driven: boolean; spread?: number },
): void {
  kit.add(MATERIALS.plastic, barZ(0.07, track, 16), x, y, 0);
  if (driven) kit.add(MATERIALS.plastic, block(0.36, 0.36, 0.34, 0.15), x - 0.04, y, 0);
  for (let leaf = 0; leaf < 4; leaf++)
    kit.pair(
      MATERIALS.plastic,
      block(1.3 - leaf * 0.26, 0.016, 0.08, 0.004),
      x,
      y + 0.16 - leaf * 0.02,
      spread + 0.06,
    );
  kit.pair(MATERIALS.dark, block(0.16, 0.2, 0.12, 0.02), x, y + 0.1, spread + 0.06);
}

/** A tank lying along x with its end caps and straps. */
export function tank(
  kit: Kit,
  { x, y, z, length, radius }: { x: number; y: number; z: number; length: number; radius: number },
): void {
  kit.add(MATERIALS.aluminium, block(length, radius * 2, radius * 1.9, radius * 0.62), x, y, z);
  for (const share of [-0.3, 0.3]) {
    kit.add(
      MATERIALS.plastic,
      block(0.06, radius * 2 + 0.012, radius * 1.9 + 0.012, radius * 0.62),
      x + share * length,
      y,
      z,
    );
  }
  kit.add(MATERIALS.plastic, block(0.09, 0.03, 0.09, 0.012), x + length * 0.36, y + radius + 0.012, z);
}

/** A small air tank. */
export function airTank(kit: Kit, x: number, y: number, z: number, length = 0.6): void {
  kit.add(MATERIALS.plastic, block(length, 0.24, 0.24, 0.11), x, y, z);
  for (const share of [-0.25, 0.25])
    kit.add(MATERIALS.steel, barX(0.125, 0.03, 20), x + share * length, y, z);
}

/** A sheet bent along a path seen from the side, with a rolled edge. */
export function bentSheet(path: readonly Corner[], width: number, thickness = 0.012) {
  const points = refine(tracePath(path), 0.15, false);
  const shifted = points.map(([x, y], at): Point => {
    const [ax, ay] = points[Math.max(0, at - 1)] ?? [x, y];
    const [bx, by] = points[Math.min(points.length - 1, at + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [x + ((by - ay) / length) * thickness, y - ((bx - ax) / length) * thickness];
  });
  const row = (list: readonly Point[], z: number) => list.map(([x, y]) => new Vector3(x, y, z));
  const [near, far] = [-width / 2, width / 2];
  return [
    gridOf([row(points, near), row(points, far)]),
    gridOf([row(shifted, near), row(shifted, far)]),
    gridOf([row(points, near), row(shifted, near)]),
    gridOf([row(points, far), row(shifted, far)]),
  ];
}

/** Mudguards over a wheel on both sides, with a flap behind. */
export function mudguards(
  kit: Kit,
  {
    x,
    y,
    z,
    radius,
    width,
    flap = true,
  }: { x: number; y: number; z: number; radius: number; width: number; flap?: boolean },
): void {
  const [r, k] = [radius, radius * 0.72];
  const path: Corner[] = [
    [x + r, y + r * 0.1],
    [x + r * 0.98, y + r * 0.5, 0.12],
    [x + k, y + r, 0.2],
    [x - k, y + r, 0.2],
    [x - r * 0.98, y + r * 0.5, 0.12],
    [x - r, y + r * 0.1],
  ];
  kit.copies(bothSides(), (side) => {
    for (const part of bentSheet(path, width)) side.add(MATERIALS.plastic, part, 0, 0, z);
    if (flap) {
      side.add(MATERIALS.rubber, block(0.012, r * 0.75, width, 0.004), x - r - 0.01, y - r * 0.28, z);
      side.add(MATERIALS.plate, block(0.006, 0.05, width * 0.8, 0.002), x - r - 0.02, y - r * 0.56, z);
    }
  });
}
