/** Where layouts change, px of the window (CFG-21). Styles read them as `@media (--lg)` and `@media (--below-lg)`. */
export const BREAKPOINTS_PX = { xs: 400, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 } as const;
export type Breakpoint = keyof typeof BREAKPOINTS_PX;

/** Windows of fractional widths, as zoom makes them, are on one side of it. */
const BELOW_PX = 0.02;

/** The condition of a window at least as wide. */
export const from = (name: Breakpoint) => `(min-width: ${BREAKPOINTS_PX[name]}px)`;
/** The condition of a narrower window. */
export const below = (name: Breakpoint) => `(max-width: ${BREAKPOINTS_PX[name] - BELOW_PX}px)`;

const NAMED = /\(--(below-)?([a-z]+)\)/g;
const isBreakpoint = (name: string): name is Breakpoint => name in BREAKPOINTS_PX;

/**
 * The condition of a media query with its named widths written out.
 * @param query "(--md) and (--below-lg)"
 * @throws RangeError for a name that is no breakpoint
 */
export const writtenOut = (query: string): string =>
  query.replace(NAMED, (_, isBelow: string | undefined, name: string) => {
    if (!isBreakpoint(name)) throw new RangeError(`No breakpoint is named "${name}".`);
    return isBelow ? below(name) : from(name);
  });

/** For PostCSS, which every style of the pages passes: custom media that are declared once and not in each file. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media: (rule: { params: string }) => {
      const params = writtenOut(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
};
