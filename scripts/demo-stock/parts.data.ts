/** Parts of the demo's parts counter: name, number, what they fit, dollars, condition. */
export type DemoPart = readonly [
  name: string,
  number: string,
  make: string,
  model: string,
  year: number,
  dollars: number,
  condition: 'new' | 'used',
];

export const DEMO_PARTS: readonly DemoPart[] = [
  ['Oil filter', '8-98165071-0', 'Isuzu', 'NPR 45-155', 2016, 48.5, 'new'],
  ['Fuel filter kit', '8-98152737-0', 'Isuzu', 'NPR 45-155', 2016, 129, 'new'],
  ['Air filter', '8-98140266-0', 'Isuzu', 'NLR 45-150', 2016, 96, 'new'],
  ['Front brake pads', '8-97359191-0', 'Isuzu', 'NLR 45-150', 2014, 214, 'new'],
  ['Windscreen wiper blades, pair', '1-83311-250', 'Isuzu', 'FSR 140-260', 2010, 58, 'new'],
  ['Door mirror, left', '8-98175862-1', 'Isuzu', 'FSR 140-260', 2012, 385, 'used'],
  ['Headlight, right', '8-98107294-1', 'Isuzu', 'FRR 110-260', 2012, 420, 'used'],
  ['Alternator, 24 V 80 A', '8-98200154-0', 'Isuzu', 'FVR 165-300', 2014, 890, 'new'],
  ['Starter motor', '8-98054063-0', 'Isuzu', 'NPS 75-155', 2012, 760, 'used'],
  ['Bull bar, steel', 'IBK-NPS-01', 'Isuzu', 'NPS 75-155', 2016, 2450, 'new'],
  ['Service kit, 30,000 km', '04152-E0010', 'Hino', '300 Series', 2017, 310, 'new'],
  ['Oil filter', 'S1560-72281', 'Hino', '300 Series', 2012, 52, 'new'],
  ['Clutch kit', '31250-E0B40', 'Hino', '500 Series', 2014, 1890, 'new'],
  ['Seat base, driver', '71072-37A10', 'Hino', '500 Series', 2012, 560, 'used'],
  ['Cabin air filter', '88568-E0030', 'Hino', '500 Series', 2018, 64, 'new'],
  ['Fuel filter', 'MK667920', 'Fuso', 'Canter 615', 2015, 88, 'new'],
  ['Brake drum, rear', 'MK321239', 'Fuso', 'Canter 615', 2012, 395, 'new'],
  ['Tail light, left', 'MK582155', 'Fuso', 'Fighter 1627', 2012, 145, 'used'],
  ['Radiator hose, upper', '500063285', 'Iveco', 'Daily 50C', 2015, 76, 'new'],
  ['Turbocharger', '504364380', 'Iveco', 'Daily 50C', 2016, 2980, 'used'],
];
