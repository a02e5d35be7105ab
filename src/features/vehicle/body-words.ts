import type { BodyType, Vehicle } from './vehicle.ts';

/** Words that suppliers use as bodies and that say nothing of a shape. */
export const BODIES_OF_ANY_SHAPE: ReadonlySet<string> = new Set<BodyType>(['ev', 'prestige']);

/** Not `Wagon`, which Australian data call most SUVs. */
const SHAPES_IN_WORDS: readonly (readonly [RegExp, BodyType])[] = [
  [/\bsuv\b/i, 'suv'],
  [/\b(?:sedan|saloon)\b/i, 'sedan'],
  [/\bhatch(?:back)?\b/i, 'hatch'],
  [/\bcoupe\b/i, 'coupe'],
  [/\b(?:convertible|cabriolet|roadster)\b/i, 'convertible'],
  [/\b(?:ute|utility|pick-?up)\b/i, 'ute'],
  [/\bvan\b/i, 'van'],
];

type Bodied = Pick<Vehicle, 'simple_body' | 'other_bodies' | 'bodyconfiguration'>;

/** SRCH-245: the body words of a vehicle: its shape, where it is known, then EV and Prestige. */
export function bodiesOf({ simple_body, other_bodies = [], bodyconfiguration = '' }: Bodied): BodyType[] {
  if (simple_body === undefined) return [];
  const stated = [...new Set([simple_body, ...other_bodies])];
  const shapes = stated.filter((body) => !BODIES_OF_ANY_SHAPE.has(body));
  const described = SHAPES_IN_WORDS.find(([words]) => words.test(bodyconfiguration))?.[1];
  const shape = shapes.length === 0 && described ? [described] : shapes;
  return [...shape, ...stated.filter((body) => BODIES_OF_ANY_SHAPE.has(body))];
}

/** The word that says most: its shape, if it is known. */
export const mainBody = (vehicle: Bodied): BodyType | undefined => bodiesOf(vehicle)[0];
