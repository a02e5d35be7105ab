import type { State } from '#src/config/sections/states.ts';

type PostcodeRange = readonly [first: number, last: number];

/**
 * Postcodes by state, as Australia Post allocates them: deliveries, post-office boxes and large-volume receivers.
 * Postcodes shared by two or three states are listed in each: Canberra's fringe (2600 to 2620, 2540 for Jervis
 * Bay), the Murray (2648, 3500, 3585, 3586, 3644, 3691, 3707), the Queensland border (2406, 4375 to 4385), the
 * centre (0872, 4825) and Cockburn (5440).
 */
export const POSTCODES: Readonly<Record<State, readonly PostcodeRange[]>> = {
  act: [
    [200, 299],
    [2540, 2540],
    [2600, 2620],
    [2900, 2920],
  ],
  nsw: [
    [1000, 2899],
    [2921, 2999],
    [3500, 3500],
    [3585, 3586],
    [3644, 3644],
    [3691, 3691],
    [3707, 3707],
    [4375, 4385],
    [5440, 5440],
  ],
  nt: [
    [800, 999],
    [4825, 4825],
  ],
  qld: [
    [862, 862],
    [872, 872],
    [2406, 2406],
    [4000, 4999],
    [9000, 9999],
  ],
  sa: [
    [872, 872],
    [5000, 5999],
  ],
  tas: [[7000, 7999]],
  vic: [
    [2648, 2648],
    [3000, 3999],
    [8000, 8999],
  ],
  wa: [
    [872, 872],
    [6000, 6999],
  ],
};
