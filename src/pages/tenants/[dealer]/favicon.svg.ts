import type { APIRoute } from 'astro';
import { dealerPaths } from '#src/server/dealer-paths.ts';

export const getStaticPaths = () => dealerPaths();

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The emblem of the word mark in the dealer's colours. */
export const GET: APIRoute = ({ locals: { site } }) => {
  const { colours, radius } = site.theme;
  const mark = escapeXml(site.logo.mark);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${colours.brand}"/><text x="32" y="45" font-family="system-ui,sans-serif" font-size="${mark.length > 1 ? 30 : 40}" font-weight="800" text-anchor="middle" fill="${colours.onBrand}">${mark}</text></svg>`;
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
};
