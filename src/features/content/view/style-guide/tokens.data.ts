/** Steps of the tokens in `theme/tokens.css`, by the end of their names. */
export const TYPE_STEPS = ['3xl', '2xl', 'xl', 'lg', 'md', 'sm', 'xs'] as const;
export const SPACES = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
export const RADII = ['radius-sm', 'radius', 'radius-pill'] as const;
export const SHADOWS = ['shadow-sm', 'shadow-md'] as const;
export const STATUS_COLOURS = ['good', 'warn', 'danger', 'star', 'focus'] as const;
