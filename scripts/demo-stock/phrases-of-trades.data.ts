import type { CarType } from '#src/features/vehicle/vehicle.ts';
import type { Trade } from './trades.data.ts';

type TradePhrases = Partial<Record<CarType | 'histories' | 'closers', readonly string[]>>;

/** Sentences of dealers who do not sell as car yards do; what a trade leaves out is said as everywhere. */
export const PHRASES_OF_TRADE: Readonly<Partial<Record<Trade, TradePhrases>>> = {
  caravan: {
    new: [
      'New {make} {model}, on display under the awning and ready to hitch.',
      'The {year} {make} {model} {badge} is here, pre-delivered and weighed.',
      'Tare is {tare} on the plate; we put the van over the weighbridge with you at handover.',
      'Fresh from the factory, built {built}, with the full manufacturer’s warranty.',
      'This {badge} is the layout most couples walk straight to.',
      'Step inside the {model}: everything you see is in the price.',
    ],
    used: [
      'A well-kept {year} {make} {model} that has spent its winters up the coast.',
      'Hitch up and go: this {year} {make} {model} wants for nothing.',
      'Weighs {tare} empty, so check your tow rating and come and see it.',
      'Stored under cover between trips and dry throughout.',
      'Traded on a longer van by people who looked after it.',
      'One careful pair of grey nomads, one lap of the country.',
    ],
    histories: [
      'Moisture readings are dry all round and the report comes with it.',
      'Bearings, brakes and coupling done in our workshop before it went on the lot.',
      'The gas certificate is current.',
      'New batteries this year, and both keys.',
      'Tyres are dated within the last three years.',
    ],
    closers: [
      'Handover takes two hours and we go through every switch with you.',
      'Bring the tow vehicle and we will check the match before you sign.',
      'Trade-ins welcome: vans, campers, tow vehicles and boats.',
      'Ask us about storage if you are not leaving just yet.',
      'Inspections by video any day; we can have it delivered anywhere on the mainland.',
    ],
  },
  motorcycle: {
    new: [
      'New {make} {model} in {colour}, on the floor and ready to be run in.',
      'The {year} {model} has landed. Sit on it before you read another review.',
      'This {badge} is uncrated, built up and through pre-delivery.',
      'Built {built}, with the full factory warranty and the first service here when it is due.',
      'In stock now: {make} {model} {badge}, no deposit needed to come and look.',
    ],
    demo: [
      'Our own {model} demonstrator, ridden by staff and run in by the book.',
      'This {badge} has done test rides and one run down the coast: {km} so far.',
      'Ex-demo {name}, serviced upstairs, with the balance of the warranty.',
    ],
    used: [
      'A {year} {make} {model} that has been ridden for fun and garaged at night.',
      'Starts first press and sounds right: {name}, {km}.',
      'Plenty of rubber left and not a mark on the tank.',
      'Weekend bike, second owner, never dropped.',
      'Traded on something taller; this {model} deserves more kilometres than {km}.',
      'Stock where it counts, with the original parts in a box.',
    ],
    histories: [
      'Chain and sprockets are new and the valves were checked last service.',
      'Full history in the book, last stamped here.',
      'Fork seals and pads done before it went on the floor.',
      'Both keys, the tool roll and the paddock stand bobbins come with it.',
      'Checked against the register: no write-off, no money owing.',
    ],
    closers: [
      'Test rides with a current licence and your own boots; we have helmets.',
      'We trade bikes, scooters and dirt bikes.',
      'Freight across the Nullarbor can be arranged.',
      'Learner approved or not, ask and we will show you the list.',
      'Gear is ten per cent off with any bike.',
    ],
  },
  truck: {
    new: [
      'In stock and ready for a body: {make} {model} {badge}.',
      'New {name}, GVM {gvm}, complianced and waiting for plates.',
      'No build slot needed: this {badge} is in the yard today.',
      'Built {built}, with the factory warranty and a service plan if you want one.',
      'The {model} in {colour}, ready for your signwriter.',
    ],
    demo: [
      'Our {model} demonstrator, loaded and unloaded by half the operators in the district.',
      'Take the {badge} for a day on your own run: {km} so far.',
      'Ex-demonstrator {name}, serviced on site.',
    ],
    used: [
      'A working truck that has been greased on time: {name}.',
      'GVM of {gvm}, {km}, and a cab you would not mind spending the day in.',
      'Straight from a fleet that services by the book.',
      'Ready for Monday: {year} {make} {model}, inspected and registered.',
      'One operator from new, local work, no dirt.',
      'Came off contract last month with {km} and a file of invoices.',
    ],
    histories: [
      'Roadworthy is done and the report is in the cab.',
      'Brakes measured, tyres above fifty per cent, driveline quiet.',
      'Full service history from the fleet’s own workshop.',
      'Registered until {rego}.',
      'Clutch and rear springs replaced within the last year.',
    ],
    closers: [
      'Bodies, cranes and tail-lifts quoted with the truck.',
      'Business finance and trade-ins here; ABN holders, ask about low-doc.',
      'Inspect on the hoist by appointment, or send your own mechanic.',
      'Delivery anywhere on the eastern seaboard.',
      'Fleet buyers, ask for the list before it is advertised.',
    ],
  },
  subscription: {
    used: [
      'A {year} {make} {model} for as many weeks as you want it.',
      'The {badge} is the one members keep longest.',
      'Easy to park, easy to live with: {make} {model} in {colour}.',
      'This {model} has {km} on it and a full service behind it.',
      'Room for the week’s errands and the weekend’s plans.',
      'Collect the {model} charged or fuelled, with nothing to sign at the counter.',
      'Back from its last member and through the workshop: {year} {make} {model}.',
    ],
    histories: [
      'Serviced between members by a licensed workshop.',
      'Tyres are replaced before they need to be.',
      'Cleaned inside and out before every handover.',
    ],
    closers: [
      'Registration, insurance, servicing and roadside help are in the weekly price.',
      'Swap to another car with a week’s notice.',
      'Stop any time after four weeks.',
      'Add a second driver at no charge.',
      'Delivered within 30 km, or collect it and save the fee.',
      'If you decide to keep it, ask for the purchase price.',
    ],
  },
};

/** Vehicles for sale that were on subscription. */
export const SOLD_AFTER_SUBSCRIPTION: TradePhrases = {
  ...PHRASES_OF_TRADE.subscription,
  used: [
    'This {model} has {km} on it and a full service behind it.',
    'Back from its last member and through the workshop: {year} {make} {model}.',
    'Driven by members, serviced by our workshop, and now for sale: {name}.',
    'Easy to park, easy to live with: {make} {model} in {colour}.',
  ],
  closers: [
    'This one is for sale outright, not on subscription.',
    'Finance can be arranged, and an independent inspection is fine with us.',
    'Ask for its service record; we have every page.',
  ],
};
