import type { PublicConfig } from '#src/config/public/public-config.ts';
import { xmlText } from '#src/platform/text/xml.ts';

/** Font size by number of letters that fits in the 64 px emblem. */
const TYPE_SIZE = [40, 30, 22] as const;

/** The dealer's emblem as SVG, in the shape and colours of its word mark. */
export function faviconSvg({ logo, theme }: Pick<PublicConfig, 'logo' | 'theme'>): string {
  const { brand, onBrand, accent, onAccent } = theme.colours;
  const plate = theme.logo === 'plate';
  const shape = plate
    ? `<rect y="10" width="64" height="44" rx="7" fill="${accent}"/><rect x="3" y="13" width="58" height="38" rx="5" fill="none" stroke="${onAccent}" stroke-width="2"/>`
    : `<path d="M32 0a32 32 0 0 1 0 64H9a9 9 0 0 1-9-9V32A32 32 0 0 1 32 0z" fill="${brand}"/>`;
  const size = TYPE_SIZE[Math.min(logo.mark.length, TYPE_SIZE.length) - 1] ?? TYPE_SIZE[2];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${shape}<text x="32" y="33" fill="${plate ? onAccent : onBrand}" font-family="system-ui, sans-serif" font-weight="800" font-size="${size}" text-anchor="middle" dominant-baseline="central">${xmlText(logo.mark)}</text></svg>\n`;
}
