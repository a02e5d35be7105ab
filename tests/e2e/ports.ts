/** Ports of the stack under test; fixed so that every worker knows them. */
export const E2E_PORT = 4390;
export const E2E_CRM_PORT = 4391;

export const CRM_URL = `http://127.0.0.1:${E2E_CRM_PORT}`;

/** Address of a page of a demo dealer. */
export const siteUrl = (dealer: string, path = '/') => `http://${dealer}.localhost:${E2E_PORT}${path}`;
