/** CFG-15: text on background as the stylesheets use them, with the contrast each pair of a theme reaches. */
export { textPairs as themeContrast, tintOf } from '../contrast.ts';
