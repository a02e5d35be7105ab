/**
 * The columns of the tables of cars, trucks and motorcycles. `-` means none.
 * years `from-to` (open while still sold new) · engine `litres[T] cylinders kW/Nm`, `E` for electric ·
 * box `A8` or `M6` · use in L/100 km, or an electric range in km · size length×width×height in mm ·
 * gvm, tow (braked) in kg · tank in litres · badges with the price new in dollars.
 */
export const VEHICLE_COLUMNS =
  'make|model|series|body|shape|years|engine|fuel|box|drive|use|seats|doors|size|gvm|tow|tank|ancap|badges';

/** Lengths and widths in mm, masses in kg. */
export const CARAVAN_COLUMNS =
  'make|model|series|shape|years|length|width|height|tare|atm|axle|sleeps|badges';
