import type { Points } from './line.ts';

/** Points of an arc as the body's drawings write them, degrees counted from +x upwards. */
export function arc(x: number, y: number, radius: number, from: number, to: number, steps = 28): Points {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const a = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return `${(x + radius * Math.cos(a)).toFixed(4)},${(y + radius * Math.sin(a)).toFixed(4)}`;
  }).join(' ');
}
