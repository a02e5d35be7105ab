/** ERR-04: the exact texts of the broker's failures. */
export const QUOTE_FAILED_MESSAGE = 'Failed to get quick quote';
export const customerFailedMessage = (broker: string): string => `Failed to create customer with ${broker}`;
export const NO_REDIRECT_MESSAGE = 'Failed to create customer or no redirect URL received.';
