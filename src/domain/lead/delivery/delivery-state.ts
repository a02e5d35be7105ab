/** What becomes of a delivery; the first calls loudest for a person. Those of a test that did not arrive are withdrawn. */
export const DELIVERY_STATES = ['dead', 'held', 'pending', 'delivered', 'withdrawn', 'erased'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const rank = (state: string) => {
  const at = (DELIVERY_STATES as readonly string[]).indexOf(state);
  // One of another version of the program: a person should see it.
  return at === -1 ? 0 : at;
};

/** Those that call for a person first. */
export const worstFirst = <T extends { state: string }>(deliveries: readonly T[]): T[] =>
  deliveries.toSorted((a, b) => rank(a.state) - rank(b.state));
