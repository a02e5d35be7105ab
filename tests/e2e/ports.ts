/** Ports of the stack under test: the same for every worker, and others where E2E_PORT names the first. */
export const E2E_PORT = Number(process.env.E2E_PORT ?? 4390);
export const E2E_CRM_PORT = E2E_PORT + 1;

export const CRM_URL = `http://127.0.0.1:${E2E_CRM_PORT}`;

/** Address of a page of a demo dealer. */
export const siteUrl = (dealer: string, path = '/') => `http://${dealer}.localhost:${E2E_PORT}${path}`;
