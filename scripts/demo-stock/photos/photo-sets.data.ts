import type { Shape } from '../shapes.data.ts';

/** Where a dealer photographs its vehicles. No two dealers of the demo have a picture in common. */
export type PhotoSet = {
  /** Angles of which any may be the first of a gallery, the usual one first. */
  first: readonly string[];
  /** The other angles, in a gallery's order. */
  more: readonly string[];
  /** Names of its photos and panoramas of insides. */
  insides: readonly string[];
  /** Shapes with pictures from all around. */
  spins: readonly Shape[];
};

/** A light studio. */
export const STUDIO: PhotoSet = {
  first: ['hero', 'quarter', 'front', 'back'],
  more: [],
  insides: ['cabin-light', 'cabin-rear', 'cabin-modern', 'cabin-rugged', 'van-load', 'pano-car'],
  spins: ['4x4', 'hatch'],
};

/** By the dealer's slug; others photograph in the studio. */
export const PHOTO_SETS: Readonly<Record<string, PhotoSet>> = {
  riverbend: STUDIO,
  'kookaburra-cars': { first: ['outdoors', 'rear'], more: ['side'], insides: [], spins: [] },
  aldermoor: {
    first: ['gallery', 'galleryrear'],
    more: [],
    insides: ['cabin-prestige'],
    spins: ['coupe', 'suv'],
  },
  'ridgeline-isuzu': { first: ['ranges', 'rangesrear'], more: [], insides: ['cabin-saddle'], spins: ['ute'] },
  brightkey: { first: ['loft', 'loftrear'], more: [], insides: ['cabin-linen'], spins: [] },
  'ironbark-trucks': {
    first: ['truckyard', 'truckyardside'],
    more: ['truckyardrear'],
    insides: ['truck-cab'],
    spins: [],
  },
  'limestone-motorcycles': {
    first: ['lane', 'laneside'],
    more: ['lanerear'],
    insides: ['bike-cockpit'],
    spins: ['naked-bike'],
  },
  'longpaddock-caravans': {
    first: ['paddock', 'paddockrear'],
    more: ['paddockside'],
    insides: ['caravan-inside', 'caravan-kitchen', 'pano-caravan'],
    spins: [],
  },
};
