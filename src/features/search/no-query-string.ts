/** Stands in for `qs`, which InstantSearch's own router brings along; this site has a router of its own. */
export default {
  stringify: () => '',
  parse: () => ({}),
};
