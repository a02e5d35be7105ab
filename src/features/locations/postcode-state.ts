import { STATES, type State } from '#src/config/sections/states.ts';
import { isPostcode } from './distance.ts';
import { POSTCODES } from './postcode-states.data.ts';

export const isState = (text: unknown): text is State => (STATES as readonly unknown[]).includes(text);

export function isPostcodeOf(state: State, postcode: string): boolean {
  const number = Number(postcode);
  return POSTCODES[state].some(([first, last]) => number >= first && number <= last);
}

/** By the first digit. */
const USUAL_STATES: readonly (State | undefined)[] = [
  'nt',
  undefined,
  'nsw',
  'vic',
  'qld',
  'sa',
  'wa',
  'tas',
];
/** Most people of a later shared postcode live in New South Wales: 2620 is Queanbeyan. */
const LAST_OF_CANBERRA = '2618';

/** Of a postcode that states share, the state where most of its people live; undefined if no state has it. */
export function stateOfPostcode(postcode: string): State | undefined {
  if (!isPostcode(postcode)) return undefined;
  const states = STATES.filter((state) => isPostcodeOf(state, postcode));
  if (postcode >= '2600' && postcode <= LAST_OF_CANBERRA) return 'act';
  return states.find((state) => state === USUAL_STATES[Number(postcode[0])]) ?? states[0];
}
