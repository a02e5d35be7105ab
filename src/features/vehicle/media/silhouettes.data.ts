import type { ItemType } from '#src/features/vehicle/vehicle.ts';

/** A disc of radius 8 around a point. */
const wheel = (x: number, y: number) => `M${x - 8} ${y}a8 8 0 1 1 16 0a8 8 0 1 1-16 0z`;
/** A tyre of radius 15; the inner circle has the opposite winding, so it is cut out. */
const tyre = (x: number, y: number) =>
  `M${x - 15} ${y}a15 15 0 1 1 30 0a15 15 0 1 1-30 0zM${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z`;

/** Paths in a viewBox of 160 × 64. */
export const SILHOUETTES: Readonly<Record<ItemType, string>> = {
  car: `M10 46h8a12 12 0 0 1 24 0h72a12 12 0 0 1 24 0h10c3 0 5-2 5-5v-8c0-4-3-7-7-8l-28-5-22-15c-4-3-8-4-13-4H58c-6 0-11 2-15 6L30 19l-18 4c-4 1-7 5-7 9v9c0 3 2 5 5 5z${wheel(30, 48)}${wheel(126, 48)}`,
  truck: `M6 4h92v40h-8a12 12 0 0 0-24 0H44a12 12 0 0 0-24 0H6zM102 14h25q4 0 6 3l12 16q3 4 3 8v5h-8a12 12 0 0 0-24 0h-14zM110 20v12h24l-8-12z${wheel(32, 48)}${wheel(78, 48)}${wheel(128, 48)}`,
  motorcycle: `${tyre(36, 46)}${tyre(124, 46)}M34 45l22-19h-14l-4-6h24l10 4 8-8q4-4 10-4h12l-5-6h14l4 6 13 32-5 2-11-24-9 8-8 20H72l-8-12-24 12z`,
  caravan: `M14 12q0-6 6-6h98q9 0 13 8l8 18v14h-41a12 12 0 0 0-24 0H20q-6 0-6-6zM28 15v13h26V15zM104 15v13h21l-7-13zM138 39h19v5h-19z${wheel(86, 48)}`,
  part: tyre(80, 40),
};
