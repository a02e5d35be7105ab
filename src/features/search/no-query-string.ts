/** Replaces `qs`, which InstantSearch's own router imports; this site has its own router. */
export default {
  stringify: () => '',
  parse: () => ({}),
};
