import type { Model } from './catalogue.ts';

/** Share of its value a year that a vehicle keeps. */
const KEPT_USUALLY = 0.895;
const KEPT_BY_SHAPE: Partial<Record<Model['shape'], number>> = {
  '4x4': 0.93,
  ute: 0.92,
  'cab-chassis': 0.915,
  van: 0.9,
  truck: 0.925,
  'light-truck': 0.925,
  caravan: 0.935,
  'camper-trailer': 0.935,
  motorhome: 0.94,
  camper: 0.94,
  bus: 0.92,
};
const KEPT_ELECTRIC = 0.85;
const KEPT_PRESTIGE = 0.865;
/** What leaving the showroom costs. */
const KEPT_ON_FIRST_SALE = 0.93;
const KEPT_AT_LEAST = 0.07;
const LOWEST_PRICE = 2990;
export const USUAL_KM_A_YEAR = 14_000;

function keptAYear(model: Model): number {
  if (model.kind === 'motor' && model.fuel === 'Electric') return KEPT_ELECTRIC;
  if (model.kind === 'motor' && model.body === 'prestige') return KEPT_PRESTIGE;
  return KEPT_BY_SHAPE[model.shape] ?? KEPT_USUALLY;
}

/** A price as yards write them: just below a round figure. */
export function asAdvertised(dollars: number, ending: number): number {
  const step = dollars < 12_000 ? 500 : 1000;
  return Math.max(LOWEST_PRICE, Math.round(dollars / step) * step - (step === 500 ? 10 : 1000 - ending));
}

/** On-road costs included, dollars. */
export const driveAwayPrice = (newPrice: number): number => newPrice * 1.035 + 1800;

/** @param years since it was new @param km on the clock, undefined for what is towed */
export function usedPrice(model: Model, newPrice: number, years: number, km: number | undefined): number {
  const usual = Math.max(1, years) * USUAL_KM_A_YEAR;
  const wear = km === undefined ? 0 : Math.min(0.25, Math.max(-0.15, ((km - usual) / usual) * 0.15));
  const share = KEPT_ON_FIRST_SALE * keptAYear(model) ** years * (1 - wear);
  return newPrice * Math.max(KEPT_AT_LEAST, share);
}
