import type { PublicConfig } from '#src/config/public/public-config.ts';

/** Directives of the content security policy that a page with maps of the dealer's maps service needs (LOC-15). */
export const mapDirectives = ({ map: { embed } }: Pick<PublicConfig, 'map'>): `frame-src ${string}`[] =>
  embed === undefined ? [] : [`frame-src ${new URL(embed.replaceAll(/\{\w+\}/g, '0')).origin}`];
