import { createRandom } from '../demo-stock/random.ts';

/** The number of rows in the Australian listings that the listings dealer's mapping was made for. */
export const LISTINGS_ROWS = 16_732;

const HEADER =
  'Brand,Year,Model,Car/Suv,Title,UsedOrNew,Transmission,Engine,DriveType,FuelType,FuelConsumption,Kilometres,ColourExtInt,Location,CylindersinEngine,BodyType,Doors,Seats,Price';

const CARS = [
  ['Toyota', 'Corolla', 'Hatchback', ['Ascent Sport', 'ZR', 'SX']],
  ['Toyota', 'Hilux', 'Ute / Tray', ['SR5 (4X4)', 'Workmate', 'Rogue']],
  ['Mazda', 'CX-5', 'SUV', ['Maxx Sport (4X2)', 'Akera (4X4)', 'Touring']],
  ['Hyundai', 'i30', 'Hatchback', ['Active', 'N Line', 'Elite']],
  ['Ford', 'Ranger', 'Ute / Tray', ['XLT 3.2 (4X4)', 'Wildtrak', 'XL']],
  ['Kia', 'Carnival', 'People Mover', ['SLI', 'Platinum', 'S']],
  ['Land Rover', 'Discovery', 'SUV', ['TDV6', 'SD4 HSE']],
  ['BMW', 'X3', 'SUV', ['Xdrive20d', 'Xdrive30i']],
  ['Holden', 'Commodore', 'Sedan', ['SV6', 'Evoke', 'SS-V Redline']],
  ['Nissan', 'X-Trail', 'SUV', ['ST-L', 'TI', 'ST']],
] as const;
const COLOURS = ['White', 'Black', 'Silver', 'Grey', 'Blue', 'Red', '-'];
const PLACES = [
  'Penrith, NSW',
  'Geelong, VIC',
  'Toowoomba, QLD',
  'Rockingham, WA',
  'Hobart, TAS',
  'Mitcham, SA',
];

/** A CSV as untidy as those listings, with the same columns; the same text each time. */
export function listingsFeed(count: number): string {
  const random = createRandom('import-bench');
  const rows = Array.from({ length: count }, () => {
    const [brand, model, body, badges] = random.pick(CARS);
    const year = random.int(2004, 2024);
    const cylinders = random.pick([4, 6]);
    return [
      brand,
      year,
      model,
      body,
      `${year} ${brand} ${model} ${random.pick<string>(badges)}`,
      random.pick(['USED', 'USED', 'USED', 'DEMO', 'NEW']),
      random.pick(['Automatic', 'Manual', '-']),
      `"${cylinders} cyl, ${random.pick(['1.8', '2', '2.5', '3.2'])} L"`,
      random.pick(['Front', 'AWD', '4WD', 'Rear', 'Other']),
      random.pick(['Unleaded', 'Diesel', 'Premium', 'Hybrid', '-']),
      `${random.int(40, 120) / 10} L / 100 km`,
      random.chance(0.02) ? '- / -' : random.int(10, 250_000),
      `${random.pick(COLOURS)} / ${random.pick(COLOURS)}`,
      `"${random.pick(PLACES)}"`,
      `${cylinders} cyl`,
      body,
      ` ${random.int(2, 5)} Doors`,
      ` ${random.int(2, 8)} Seats`,
      random.chance(0.03) ? 'POA' : random.int(2000, 120_000),
    ].join(',');
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}
