/** Stock of the dealer of the switch tests: one vehicle for each thing a switch may depend on. */
const COLUMNS = [
  'stocknum',
  'make',
  'model',
  'year',
  'car_type',
  'status',
  'price',
  'km',
  'dealership_slug',
  'location_slug',
  'simple_body',
  'simple_transmission',
  'simple_fuel',
  'seats',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number] | string, string | number>>;

const row = (stocknum: string, more: Row): Row => ({
  stocknum,
  make: 'Toyota',
  model: 'HiLux',
  year: 2025,
  car_type: 'used',
  status: 'in_stock',
  price: 45_990,
  km: 21_000,
  dealership_slug: 'harbour-city',
  location_slug: 'harbour-city-sales',
  simple_body: 'ute',
  simple_transmission: 'Automatic',
  simple_fuel: 'Diesel',
  seats: 5,
  created_at: '2026-06-14',
  ...more,
});

export const STOCK: readonly Row[] = [
  row('U1', {
    subscription_price: 289,
    payment_processors: 'card',
    file: 'https://reports.example/u1.pdf',
    car_analysis_url: 'https://analysis.example/u1.pdf',
    rego_expiry: '2026-01-31',
    autograb_data: '"{""average_market_price"":48000}"',
    tag: '',
  }),
  row('U2', {
    rego_expiry: '2026-01-15',
    make: 'Mazda',
    model: 'CX-5',
    simple_body: 'suv',
    simple_fuel: 'Petrol',
    price: 31_500,
    spin_images: 'f-0|f-1|f-2|f-3|f-4|f-5|f-6|f-7',
    spin_interior_image: 'inside',
    video_url: 'https://video.example/u2.mp4',
    inspection: '"{""inspected_on"":""2026-06-02"",""by"":""Harbour Workshop""}"',
  }),
  row('U3', {
    make: 'Tesla',
    model: 'Model 3',
    spin_code: 'T3-360',
    simple_body: 'sedan',
    simple_fuel: 'Electric',
    price: 49_900,
  }),
  row('U4', {
    make: 'Mercedes-Benz',
    model: 'C-Class',
    simple_body: 'sedan',
    certified: 'yes',
    dealership_slug: 'harbour-north',
    location_slug: 'harbour-north-sales',
  }),
  row('U5', { year: 2019, model: 'Prado', created_at: '2025-01-15' }),
  row('T1', { item_type: 'truck', make: 'Hino', model: '300', simple_body: '' }),
  row('N1', { car_type: 'new', year: 2026, km: 12, price: 58_990 }),
  row('N2', { car_type: 'new', year: 2026, km: 8, model: 'Camry', tag: 'Runout Sale' }),
  row('D1', {
    car_type: 'demo',
    year: 2026,
    km: 2_400,
    price: 52_990,
    model: 'Corolla',
    simple_body: 'hatch',
  }),
  row('C1', { status: 'coming_soon', model: 'Kluger', simple_body: 'suv' }),
  row('S1', { status: 'sold', model: 'Yaris', simple_body: 'hatch' }),
  row('P1', { price: '', model: 'Supra', simple_body: 'coupe' }),
];

/** The feed as CSV, of the platform's own column names. */
export const stockFeed = (stock: readonly Row[] = STOCK): string => {
  const columns = [...new Set(stock.flatMap((vehicle) => Object.keys(vehicle)))];
  return [
    columns.join(','),
    ...stock.map((vehicle) => columns.map((name) => vehicle[name] ?? '').join(',')),
  ].join('\n');
};
