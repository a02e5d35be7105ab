/** Ids of everything reported to analytics. Reports of dealers rest on them: an id is never given a second meaning. */
export const ANALYTICS_EVENTS = {
  /** ANL-01. */
  vehicleView: 4,
  searchView: 49,
  /** ANL-02: a lead was taken. */
  newEnquiry: 14,
  usedEnquiry: 15,
  newTestDrive: 17,
  usedTestDrive: 48,
  defaultForm: 22,
  careers: 51,
  /** ANL-03. */
  financeEnquiry: 9,
  calculatorChanged: 26,
  /** ANL-04. */
  codeSent: 36,
  codeVerified: 37,
  vehicleSaved: 39,
  /** ANL-05. */
  phoneCall: 25,
  historyReport: 60,
  print: 61,
  /** ANL-06. */
  offerAccepted: 18,
} as const;
