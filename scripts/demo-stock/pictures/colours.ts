import type { Paint } from './shapes.ts';

/** `#rrggbb` moved towards another colour; 0 keeps it, 1 is the other. */
export function mix(colour: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [a = 0, b = 0] = [colour, other].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number): string => mix(colour, '#0b0e14', share);

export const PAINT_COLOURS: Readonly<Record<Paint, string>> = {
  white: '#e9ecef',
  silver: '#b4bbc2',
  grey: '#5f676f',
  black: '#23272d',
  red: '#b3202a',
  blue: '#1f4f93',
  green: '#3c5a45',
  orange: '#d2661c',
  bronze: '#8a6a4a',
};

/** Stops of a vertical gradient: `[offset, colour, opacity]`. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');

export const downwards = (id: string, stops: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;

export const across = (id: string, stops: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${stopsOf(stops)}</linearGradient>`;

export const outwards = (id: string, stops: readonly Stop[], centre = '50% 50%'): string => {
  const [cx = '50%', cy = '50%'] = centre.split(' ');
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="50%">${stopsOf(stops)}</radialGradient>`;
};
