/** Viewport breakpoints, px (CFG-21). Stylesheets use them as `@media (--lg)` and `@media (--below-lg)`. */
export const BREAKPOINTS_PX = { xs: 400, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 } as const;
type Breakpoint = keyof typeof BREAKPOINTS_PX;

/** Covers fractional viewport widths, as caused by zoom. */
const BELOW_PX = 0.02;

/** Media condition for viewports of at least this width. */
export const from = (name: Breakpoint) => `(min-width: ${BREAKPOINTS_PX[name]}px)`;
/** Media condition for narrower viewports. */
export const below = (name: Breakpoint) => `(max-width: ${BREAKPOINTS_PX[name] - BELOW_PX}px)`;

const NAMED = /\(--(below-)?([a-z]+)\)/g;
const isBreakpoint = (name: string): name is Breakpoint => name in BREAKPOINTS_PX;

/**
 * Expands named breakpoints in a media query.
 * @param query "(--md) and (--below-lg)"
 * @throws RangeError for an unknown breakpoint
 */
export const writtenOut = (query: string): string =>
  query.replace(NAMED, (_, isBelow: string | undefined, name: string) => {
    if (!isBreakpoint(name)) throw new RangeError(`No breakpoint is named "${name}".`);
    return isBelow ? below(name) : from(name);
  });

/** PostCSS plugin that declares custom media once for all stylesheets. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media: (rule: { params: string }) => {
      const params = writtenOut(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
};
