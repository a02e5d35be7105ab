/** Sentences of descriptions. `{…}` is filled in; a sentence whose blank has no value is not used. */
export const OPENERS = {
  new: [
    'Brand new {name}, here now and ready for delivery.',
    'This {badge} is on our floor in {colour}, with the plastic still on the screens.',
    'Skip the wait list: this {make} {model} is in stock and can be registered this week.',
    'New {name}, built {built}, with the full factory warranty from the day you collect it.',
    'If you have been waiting to see the {model} in {colour}, this is the one to look at.',
  ],
  demo: [
    'One of our own demonstrators, driven by the sales team and serviced downstairs.',
    'This {badge} has done test drives and little else: {km} so far.',
    'Ex-demonstrator {name}, registered and kept to showroom standard.',
    'Take the new-car feel and leave the first bit of depreciation with us.',
  ],
  used: [
    'A tidy {name} with {km} on the clock.',
    'Traded in on a new car last month, this {model} has clearly been looked after.',
    'Here is an honest {year} {make} {model} that drives the way it should.',
    'We sold this one new and are glad to have it back.',
    'The {badge} is the pick of the {model} range, and this one shows why.',
    'A one-owner {make} from a short drive away, with books to match.',
    'Local trade, {colour}, straight down the sides and quiet on the road.',
    'Fresh through the workshop and ready to go: {year} {make} {model}.',
    'Not many of these come up with {fewKm}, so this {model} will not sit for long.',
  ],
  coming: [
    'On its way to us: {name}.',
    'The next {model} to arrive, in {colour}.',
    'This {badge} is due soon; ask us when.',
    'Still to arrive: {year} {make} {model}.',
  ],
  caravan: [
    'A well-kept {make} {model} that has spent its winters up the coast.',
    'Hitch up and go: this {year} {make} {model} wants for nothing.',
    'Weighs {tare} empty, so check your tow rating and come and see it.',
    'Stored under cover between trips and dry throughout.',
  ],
  motorcycle: [
    'A {year} {make} {model} that has been ridden for fun and garaged at night.',
    'Starts first press and sounds right: {name}, {km}.',
    'Plenty of rubber left and not a mark on the tank.',
    'Weekend bike, second owner, never dropped.',
  ],
  truck: [
    'A working truck that has been greased on time: {name}.',
    'GVM of {gvm}, {km}, and a cab you would not mind spending the day in.',
    'Straight from a fleet that services by the book.',
    'Ready for Monday: {year} {make} {model}, inspected and registered.',
  ],
} as const;

export const FACTS = [
  'Rated to tow {tow} braked, so the boat or the van can come along.',
  'Rated to tow {haul} braked.',
  'It averages {use} on the combined cycle.',
  'Expect about {range} from a full charge.',
  'There are {seats} seats, and the back row folds when you need the room.',
  'Five-star ANCAP safety is part of the deal.{ancap5}',
  'The {litres} {fuel} has {power} and pulls well from low revs.',
  'Also fitted: {feature3}.',
  'Among the equipment: {feature} and {feature2}.',
  'Sleeps {sleeps}, and the kitchen is bigger than some units.',
] as const;

export const HISTORIES = [
  'Service history is complete and in the glovebox.',
  'Both keys, the books and a clear title come with it.',
  'Our workshop fitted new front brakes and a battery before it reached the yard.',
  'Tyres have more than half their tread.',
  'There is a small car-park mark on the rear bumper; we would rather tell you now.',
  'Registered until {rego}.',
  'Serviced every ten thousand by the same dealer.',
  'A full inspection report is available on request.',
  'One previous owner, who asked us to find it a good home.',
  'No accident history that we, or the register, know of.',
] as const;

export const CLOSERS = {
  coming: [
    'Leave your details and we will call when it is here.',
    'Ask now to be the first to see it.',
    'Photos follow on the day it arrives.',
  ],
  new: [
    'Trade-ins are welcome and finance can be arranged here.',
    'Want another colour? Ask what’s arriving.',
    'Book a drive and we will have it out the front, cooled down and charged or fuelled.',
    'Fleet and ABN buyers, ask about current offers.',
  ],
  used: [
    'Come for a drive; the coffee is decent too.',
    'We trade anything with wheels, so bring yours.',
    'Finance and freight can be arranged, and an independent inspection is fine with us.',
    'Call before you come and we will have it waiting.',
    'Send an enquiry and we will film a walk-around for you.',
    'Price is for the vehicle as it stands, inspected and cleaned.',
  ],
} as const;
