import type { Model } from './catalogue.ts';
import {
  CAR_EQUIPMENT,
  CARAVAN_EQUIPMENT,
  ELECTRIC_EQUIPMENT,
  type EquipmentItem,
  FILTERED_FEATURES,
  FOUR_WHEEL_DRIVE_EQUIPMENT,
  MOTORCYCLE_EQUIPMENT,
  TRUCK_EQUIPMENT,
  WORK_EQUIPMENT,
} from './equipment.data.ts';

const WORK_BODIES = new Set(['ute', 'cabChassis', 'van', 'bus']);

function itemsFor(model: Model, tier: number): readonly EquipmentItem[] {
  if (model.kind === 'caravan') return CARAVAN_EQUIPMENT;
  if (model.item === 'truck') return TRUCK_EQUIPMENT;
  if (model.item === 'motorcycle') return MOTORCYCLE_EQUIPMENT;
  return [
    ...CAR_EQUIPMENT.slice(0, tier + 1).flat(),
    ...(model.body && WORK_BODIES.has(model.body) ? WORK_EQUIPMENT : []),
    ...(model.drive === '4WD' ? FOUR_WHEEL_DRIVE_EQUIPMENT : []),
    ...(model.fuel === 'Electric' ? ELECTRIC_EQUIPMENT : []),
    ...(model.body === 'motorhome' ? CARAVAN_EQUIPMENT.slice(0, 8) : []),
  ];
}

/** What a badge of that build year has; the catalogue lists badges from the plainest to the most expensive. */
export function equipmentOf(model: Model, badgeIndex: number, year: number): string[] {
  const share = model.badges.length > 1 ? badgeIndex / (model.badges.length - 1) : 0.5;
  return itemsFor(model, Math.round(share * 2))
    .filter(([, since]) => year >= (since ?? 0))
    .map(([item]) => item);
}

export const filteredFeaturesOf = (equipment: readonly string[]): string[] =>
  equipment.flatMap((item) => FILTERED_FEATURES[item] ?? []);
