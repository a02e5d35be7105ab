/** Separate module, so that browsers do not load the schema. */
export const WEB_VITALS_PATH = '/api/vitals';
