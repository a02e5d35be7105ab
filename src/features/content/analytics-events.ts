/**
 * Ids of all analytics events. Dealers' reports depend on them: an id never changes its meaning. Imported as one
 * name, so that a script for the browser holds only the ids it reports: `import * as ANALYTICS_EVENTS from
 * '#src/features/content/analytics-events.ts'`
 */

/** ANL-01. */
export const vehicleView = 4;
export const searchView = 49;

/** ANL-02: a lead was taken. */
export const newEnquiry = 14;
export const usedEnquiry = 15;
export const newTestDrive = 17;
export const usedTestDrive = 48;
export const defaultForm = 22;
export const careers = 51;

/** ANL-03. */
export const financeEnquiry = 9;
export const calculatorChanged = 26;

/** ANL-04. */
export const codeSent = 36;
export const codeVerified = 37;
export const vehicleSaved = 39;

/** ANL-05. */
export const phoneCall = 25;
export const historyReport = 60;
export const print = 61;

/** ANL-06. */
export const offerAccepted = 18;
