import { expect, it } from 'vitest';
import { phoneMask } from '#src/features/locations/location-phones.ts';
import { maskedPageTexts, maskedVehicle } from './vehicle-sheet.ts';

const mask = phoneMask(['07 5550 0110']);
const RING = 'Ring 07 5550 0110';
const MASKED = 'Ring 07 55*******';

it('VDP-17 numbers are masked in all that is written of a vehicle, and nowhere else', () => {
  const written = {
    ...{ stocknum: '0755500110', warranty: RING, tag: RING },
    ...{ filtered_features: [RING, 'Alarm'], standardEquipment: [RING] },
    hotspots: [{ id: 'boot', description: RING, anchors: ['https://boot.example/0755500110'] }],
  };
  expect(maskedVehicle(written, mask)).toEqual({
    ...{ stocknum: '0755500110', warranty: MASKED, tag: MASKED },
    ...{ filtered_features: [MASKED, 'Alarm'], standardEquipment: [MASKED] },
    hotspots: [{ id: 'boot', description: MASKED, anchors: ['https://boot.example/0755500110'] }],
  });
});

it('VDP-17 numbers are masked in what a dealer says beside every vehicle; what it does not say stays absent', () => {
  const said = { disclaimer: RING, whyBuy: { points: ['Close by', RING] }, noPriceText: 'Ask' };
  expect(maskedPageTexts(said, mask)).toEqual({
    ...{ disclaimer: MASKED, whyBuy: { points: ['Close by', MASKED] }, noPriceText: 'Ask' },
  });
});
