/** States of a delivery, the most urgent first. Undelivered tests are withdrawn. */
export const DELIVERY_STATES = ['dead', 'held', 'pending', 'delivered', 'withdrawn', 'erased'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const rank = (state: string) => {
  const at = (DELIVERY_STATES as readonly string[]).indexOf(state);
  // A state of another version of the program: a person should see it.
  return at === -1 ? 0 : at;
};

/** The most urgent first. */
export const worstFirst = <T extends { state: string }>(deliveries: readonly T[]): T[] =>
  deliveries.toSorted((a, b) => rank(a.state) - rank(b.state));
