import type { Anchor } from './geometry.ts';
import type { Shape } from './shapes.ts';

export type MotorcycleShape = Extract<Shape, 'naked' | 'sportbike' | 'cruiser' | 'adventure'>;

/** What a motorcycle is drawn from, in mm from the front of the front tyre and from the ground. */
export type Frame = {
  length: number;
  front: number;
  rear: number;
  frontRadius: number;
  rearRadius: number;
  /** Top of the forks. */
  head: readonly [number, number];
  grips: readonly [number, number];
  lamp: readonly [number, number];
  tank: readonly Anchor[];
  seat: readonly Anchor[];
  tail: readonly Anchor[];
  fairing?: readonly Anchor[];
  screen?: readonly Anchor[];
  spokes: number;
};

export const FRAMES: Readonly<Record<MotorcycleShape, Frame>> = {
  naked: {
    length: 2100,
    front: 320,
    rear: 1770,
    frontRadius: 305,
    rearRadius: 312,
    head: [640, 930],
    grips: [745, 1080],
    lamp: [500, 900],
    spokes: 5,
    tank: [
      [640, 900],
      [760, 1000],
      [960, 1010],
      [1150, 860],
      [1140, 760],
      [820, 760],
      [650, 820],
    ],
    seat: [
      [1090, 850],
      [1200, 800],
      [1460, 820],
      [1760, 920],
      [1780, 890],
      [1500, 760],
      [1200, 740],
      [1100, 780],
    ],
    tail: [
      [1420, 770],
      [1790, 900],
      [1900, 900, 0.3],
      [1700, 790],
      [1450, 710],
    ],
  },
  sportbike: {
    length: 2050,
    front: 310,
    rear: 1710,
    frontRadius: 300,
    rearRadius: 315,
    head: [620, 880],
    grips: [720, 930],
    lamp: [360, 850],
    spokes: 6,
    tank: [
      [680, 880],
      [820, 990],
      [1000, 980],
      [1150, 830],
      [1130, 740],
      [800, 740],
    ],
    seat: [
      [1100, 810],
      [1250, 770],
      [1480, 850],
      [1720, 980],
      [1740, 950],
      [1500, 780],
      [1220, 710],
    ],
    tail: [
      [1330, 760],
      [1730, 960],
      [1850, 960, 0.3],
      [1660, 820],
      [1400, 700],
    ],
    fairing: [
      [250, 800, 0.5],
      [420, 930],
      [600, 1010],
      [760, 900],
      [900, 760],
      [1080, 600],
      [980, 330],
      [700, 250],
      [560, 420],
      [640, 620],
      [420, 700],
    ],
    screen: [
      [420, 930, 0.3],
      [560, 1100],
      [720, 1120, 0.4],
      [690, 980],
      [600, 1000],
    ],
  },
  cruiser: {
    length: 2380,
    front: 340,
    rear: 1980,
    frontRadius: 330,
    rearRadius: 325,
    head: [780, 900],
    grips: [1020, 1120],
    lamp: [630, 880],
    spokes: 9,
    tank: [
      [760, 850],
      [900, 930],
      [1120, 900],
      [1280, 760],
      [1240, 700],
      [900, 720],
      [780, 770],
    ],
    seat: [
      [1240, 740],
      [1360, 660],
      [1560, 660],
      [1680, 740],
      [1950, 790],
      [1940, 740],
      [1700, 640],
      [1400, 590],
      [1260, 640],
    ],
    tail: [
      [1600, 560],
      [1640, 690],
      [1960, 740],
      [2240, 640],
      [2330, 470],
      [2270, 500],
      [1990, 660],
      [1720, 600],
    ],
  },
  adventure: {
    length: 2250,
    front: 340,
    rear: 1870,
    frontRadius: 335,
    rearRadius: 322,
    head: [670, 1030],
    grips: [790, 1200],
    lamp: [500, 1040],
    spokes: 12,
    tank: [
      [620, 1000],
      [760, 1120],
      [1000, 1120],
      [1190, 930],
      [1160, 820],
      [860, 700],
      [700, 820],
    ],
    seat: [
      [1130, 930],
      [1260, 890],
      [1500, 920],
      [1780, 960],
      [1790, 920],
      [1520, 850],
      [1240, 820],
    ],
    tail: [
      [1480, 870],
      [1790, 950],
      [1960, 960, 0.3],
      [1760, 860],
      [1500, 800],
    ],
    fairing: [
      [300, 900, 0.3],
      [470, 960],
      [620, 1060],
      [800, 960],
      [860, 760],
      [720, 700],
      [600, 880],
      [480, 900],
    ],
    screen: [
      [500, 1090, 0.3],
      [560, 1330],
      [660, 1400, 0.4],
      [700, 1180],
      [620, 1080],
    ],
  },
};
