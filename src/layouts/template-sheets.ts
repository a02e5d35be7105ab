import type { PublicConfig } from '#src/config/public/public-config.ts';
import metro from '#src/styles/templates/metro.css?inline';
import salon from '#src/styles/templates/salon.css?inline';
import yard from '#src/styles/templates/yard.css?inline';

/** As text, so that a page holds the sheet of its own template and none of the others. */
const SHEETS: Record<PublicConfig['template'], string> = { metro, yard, salon };

export const templateSheet = (template: PublicConfig['template']): string => SHEETS[template].trim();
