import * as v from 'valibot';

/** Instead of an address: responses are invented, as in the demo. Never on a site for real shoppers. */
export const MADE_UP = 'made-up';

/** The address of an external service. */
export const vehicleData = (what: string, without: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === '' || text === MADE_UP || /^https?:\/\//.test(text),
        `an address that starts with "https://", or "${MADE_UP}" for a demo`,
      ),
      v.description(
        `Address of the ${what}; without it ${without}. "${MADE_UP}" invents responses for a demo`,
      ),
    ),
    '',
  );
