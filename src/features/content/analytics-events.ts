/**
 * Ids of all analytics events, used in dealers' reports: never change the meaning of an id. Import as a namespace, so
 * that browser scripts only include the ids they use: `import * as ANALYTICS_EVENTS from
 * '#src/features/content/analytics-events.ts'`
 */

/** ANL-01. */
export const vehicleView = 4;
export const searchView = 49;

/** ANL-02: a lead was stored. */
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
