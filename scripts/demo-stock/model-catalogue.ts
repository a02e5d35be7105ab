import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { BODY_TYPES, DRIVES, FUELS, type ItemType } from '#src/features/vehicle/vehicle.ts';
import { CARAVANS, MOTORHOMES } from './catalogue/caravans.data.ts';
import { CARAVAN_COLUMNS, VEHICLE_COLUMNS } from './catalogue/columns.data.ts';
import { EUROPEAN_AND_AMERICAN_CARS } from './catalogue/european-and-american-cars.data.ts';
import { JAPANESE_CARS } from './catalogue/japanese-cars.data.ts';
import { KOREAN_AND_CHINESE_CARS } from './catalogue/korean-and-chinese-cars.data.ts';
import { PRESTIGE_CARS } from './catalogue/prestige-cars.data.ts';
import { MORE_CARAVANS, MORE_MOTORCYCLES, MORE_TRUCKS } from './catalogue/specialists.data.ts';
import { MOTORCYCLES, TRUCKS } from './catalogue/trucks-and-motorcycles.data.ts';
import { SHAPES } from './shapes.data.ts';
import type { Trade } from './trades.data.ts';

/** A badge and what it cost new, in dollars before on-road costs. */
export type Badge = { name: string; newPrice: number };

const text = v.pipe(v.string(), v.minLength(1));
const unlessDash = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.union([
    v.pipe(
      v.literal('-'),
      v.transform(() => undefined),
    ),
    schema,
  ]);
const number = v.pipe(v.string(), v.regex(/^[\d.]+$/), v.transform(Number));

const YearsSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(\d{4})?$/),
  v.transform((years) => {
    const [from, to] = years.split('-');
    return { from: Number(from), to: to ? Number(to) : null };
  }),
);
const BadgesSchema = v.pipe(
  v.string(),
  v.transform((badges) =>
    badges.split('; ').map((badge): Badge => {
      const [, name = '', price] = /^(.+) (\d{4,6})$/.exec(badge) ?? [];
      return { name, newPrice: Number(price) };
    }),
  ),
  v.check(
    (badges) => badges.every(({ name, newPrice }) => name !== '' && newPrice > 0),
    'badges with prices',
  ),
);
const EngineSchema = v.pipe(
  v.string(),
  v.regex(/^(E|[\d.]+T?) \d+ \d+\/\d+$/),
  v.transform((engine) => {
    const [size = '', cylinders, output = ''] = engine.split(' ');
    const [kilowatts, newtonMetres] = output.split('/').map(Number);
    const electric = size === 'E';
    return {
      litres: electric ? undefined : Number.parseFloat(size),
      cylinders: electric ? undefined : Number(cylinders),
      turbo: size.endsWith('T'),
      kilowatts: kilowatts ?? 0,
      newtonMetres: newtonMetres ?? 0,
    };
  }),
);
const BoxSchema = v.pipe(
  v.string(),
  v.regex(/^[AM]\d+$/),
  v.transform((box) => ({
    transmission: box.startsWith('A') ? ('Automatic' as const) : ('Manual' as const),
    gears: Number(box.slice(1)),
  })),
);
const SizeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}x\d{3,4}x\d{4}$/),
  v.transform((size) => {
    const [length = 0, width = 0, height = 0] = size.split('x').map(Number);
    return { length, width, height };
  }),
);

const VehicleRowSchema = v.strictObject({
  make: text,
  model: text,
  series: text,
  body: unlessDash(v.picklist(BODY_TYPES)),
  shape: v.picklist(SHAPES),
  years: YearsSchema,
  engine: EngineSchema,
  fuel: v.picklist(FUELS),
  box: BoxSchema,
  drive: unlessDash(v.picklist(DRIVES)),
  use: unlessDash(v.pipe(v.string(), v.regex(/^[\d.]+(km)?$/))),
  seats: unlessDash(number),
  doors: unlessDash(number),
  size: SizeSchema,
  gvm: unlessDash(number),
  tow: unlessDash(number),
  tank: unlessDash(number),
  ancap: unlessDash(number),
  badges: BadgesSchema,
});
const CaravanRowSchema = v.strictObject({
  make: text,
  model: text,
  series: text,
  shape: v.picklist(SHAPES),
  years: YearsSchema,
  length: number,
  width: number,
  height: number,
  tare: number,
  atm: number,
  axle: v.picklist(['Single', 'Tandem']),
  sleeps: number,
  badges: BadgesSchema,
});

/** The one trade that holds the model; everyone's where absent. */
type Held = { soldBy: Trade | undefined };
export type MotorModel = v.InferOutput<typeof VehicleRowSchema> &
  Held & { kind: 'motor'; item: Exclude<ItemType, 'caravan'> };
export type CaravanModel = v.InferOutput<typeof CaravanRowSchema> &
  Held & { kind: 'caravan'; item: 'caravan' };
export type Model = MotorModel | CaravanModel;

const rowsOf = (columns: string, table: string): unknown[] =>
  parse(table.trim(), { columns: columns.split('|'), delimiter: '|', quote: null });

const motors = (table: string, item: MotorModel['item'], soldBy?: Trade): Model[] =>
  rowsOf(VEHICLE_COLUMNS, table).map((row) => ({
    ...v.parse(VehicleRowSchema, row),
    kind: 'motor',
    item,
    soldBy,
  }));

const caravans = (table: string, soldBy?: Trade): Model[] =>
  rowsOf(CARAVAN_COLUMNS, table).map((row) => ({
    ...v.parse(CaravanRowSchema, row),
    kind: 'caravan',
    item: 'caravan',
    soldBy,
  }));

/** Every model of the demo stock, one per make, model, series and body. */
export const CATALOGUE: readonly Model[] = [
  ...motors(JAPANESE_CARS, 'car'),
  ...motors(KOREAN_AND_CHINESE_CARS, 'car'),
  ...motors(EUROPEAN_AND_AMERICAN_CARS, 'car'),
  ...motors(TRUCKS, 'truck'),
  ...motors(MOTORCYCLES, 'motorcycle'),
  ...motors(MOTORHOMES, 'car'),
  ...caravans(CARAVANS),
  ...motors(PRESTIGE_CARS, 'car', 'prestige'),
  ...motors(MORE_TRUCKS, 'truck', 'truck'),
  ...motors(MORE_MOTORCYCLES, 'motorcycle', 'motorcycle'),
  ...caravans(MORE_CARAVANS, 'caravan'),
];

/** Whether the maker still sells it. */
export const isSoldNew = ({ years }: Model): boolean => years.to === null;
