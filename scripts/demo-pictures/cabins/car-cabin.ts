import { Color, Group, MeshPhysicalMaterial } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { console, type DashStyle, dash } from './dash.ts';
import { bench, seat } from './seats.ts';
import { bonnet, shell } from './shell.ts';
import { steering } from './steering.ts';
import { brushed, fluted, leather, softTouch, walnut } from './trim.ts';

/** A cabin's colours and style. */
export type CabinLook = {
  style: DashStyle;
  hide: string;
  insert: string;
  upper: string;
  lower: string;
  thread: string;
  strip: 'walnut' | 'brushed' | 'black' | 'grey';
  paint: string;
  roof: number;
  half: number;
  /** A second row of seats and doors. */
  rear?: boolean;
  /** Radius of the steering wheel, metres; a truck's is large and lies flatter. */
  wheel?: number;
};

const stripOf = (name: CabinLook['strip']) =>
  name === 'walnut'
    ? walnut()
    : name === 'brushed'
      ? brushed()
      : name === 'black'
        ? MATERIALS.glossBlack
        : softTouch('#3a3d40');

/** Seats, dashboard, doors and roof of a car: the floor at y = 0, the front towards +x, the driver at +z. */
export function carCabin({
  style,
  hide,
  insert,
  upper,
  lower,
  thread,
  strip,
  paint,
  roof,
  half,
  rear = true,
  wheel: radius = 0.188,
}: CabinLook): Group {
  const pad = leather(upper, 0.6);
  const base = softTouch(lower);
  const ribbon = stripOf(strip);
  const skin = leather(hide);
  const seatTrim = { hide: skin, insert: fluted(insert), shell: softTouch('#1a1b1d'), thread };
  const trim = { style, pad, lower: base, strip: ribbon, thread, half };
  const cabin = new Group();
  cabin.add(
    shell({ pad: skin, lower: base, strip: ribbon, thread, half, roof, rear }),
    dash(trim),
    console(trim),
  );
  const wheel = steering({
    hide: '#151517',
    spokes: style === 'rugged' ? MATERIALS.darkAlloy : MATERIALS.alloy,
    thread,
    radius,
    lean: radius > 0.2 ? 0.85 : 0.4,
  });
  wheel.position.set(0.4, 0.64, half * 0.52);
  cabin.add(wheel);
  for (const side of [-1, 1]) {
    const front = seat(seatTrim);
    front.position.set(-0.34, 0.05, side * half * 0.52);
    cabin.add(front);
  }
  if (!rear) return cabin;
  const back = bench(half * 1.76, seatTrim);
  back.position.set(-1.3, 0.06, 0);
  cabin.add(back);
  cabin.add(
    bonnet(
      new MeshPhysicalMaterial({
        color: new Color(paint),
        roughness: 0.4,
        metalness: 0.25,
        clearcoat: 1,
        clearcoatRoughness: 0.03,
      }),
      half,
    ),
  );
  return cabin;
}
