import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';

type Copy = {
  title: string;
  lead: string;
  sections?: readonly { heading: string; paragraphs?: readonly string[]; points?: readonly string[] }[];
  faqs?: readonly { question: string; answer: string }[];
  disclaimer?: string;
};

/** Default texts of the information pages. Every template includes them; all pages are off. */
export const INFO_PAGE_COPY: Readonly<Record<InfoPageName, Copy>> = {
  finance: {
    title: 'Finance',
    lead: 'Three steps to your next vehicle: apply online, get pre-approved, then choose and pick it up.',
    sections: [
      {
        heading: 'Apply online',
        paragraphs: [
          'Tell us what you have in mind and what you would like to repay. It takes a few minutes.',
        ],
      },
      {
        heading: 'Get pre-approved',
        paragraphs: [
          'We compare what our lenders offer and come back to you with a rate, its comparison rate and every fee in writing.',
        ],
      },
      {
        heading: 'Purchase',
        paragraphs: ['Choose your vehicle knowing what it costs each week, sign, and pick it up.'],
      },
    ],
    disclaimer:
      'Finance is subject to the lender’s approval. Lending criteria, fees, terms and conditions apply. Nothing on this page is an offer of credit.',
  },
  'trade-in': {
    title: 'Sell or trade in your vehicle',
    lead: 'Tell us about your vehicle and {name} will come back with a price. {responsePromise}',
    sections: [
      {
        heading: 'How it works',
        points: [
          'Tell us your registration, or the make and model if you do not know it, and answer a few questions about its condition.',
          'See an estimate where we can make one online, or hear from our buying team.',
          'Bring it in. We inspect it together, and you leave with the money or your next vehicle.',
        ],
      },
      {
        heading: 'What to bring',
        points: ['Registration papers', 'Service books', 'Both keys', 'Details of any finance owing'],
      },
    ],
  },
  'value-my-car-terms-and-conditions': {
    title: 'Valuation terms and conditions',
    lead: 'What a valuation by {name} is, and what it is not.',
    sections: [
      {
        heading: 'Terms',
        points: [
          'An estimate is based on your answers and the day’s market data. It is valid for {validity}.',
          'We confirm the price when we have inspected the vehicle.',
          'We pay any finance owing first. The rest is yours.',
          'The vehicle must be yours to sell, with its registration papers and keys.',
        ],
      },
    ],
  },
  'finance-and-insurance': {
    title: 'Finance and insurance',
    lead: 'Loans, leases and cover arranged where you buy, with every rate and fee in writing before you sign.',
    sections: [
      {
        heading: 'Finance',
        paragraphs: [
          'Consumer loans for private buyers; chattel mortgage and lease for business. We work with several lenders and show you the comparison rate beside every rate.',
        ],
      },
      {
        heading: 'Insurance',
        paragraphs: [
          'Comprehensive cover can start the moment you collect your vehicle. Ask for the product disclosure statement and target market determination before you decide.',
        ],
      },
    ],
    disclaimer: 'General information only; it does not take your circumstances into account.',
  },
  service: {
    title: 'Service',
    lead: 'Licensed technicians, genuine parts and a price agreed before we start.',
    sections: [
      {
        heading: 'What we look after',
        points: [
          'Logbook services that keep your warranty',
          'Safety certificates and registration inspections',
          'Brakes, tyres, batteries and air conditioning',
          'Diagnosis of warning lights',
        ],
      },
      {
        heading: 'Your day',
        paragraphs: [
          'Drop the keys off before work. We call before we do anything that was not agreed, and tell you when it is ready.',
        ],
      },
    ],
    faqs: [
      {
        question: 'Does a service here keep my new-vehicle warranty?',
        answer: 'Yes. Logbook services by a licensed workshop with genuine-quality parts keep it.',
      },
      {
        question: 'How long does a service take?',
        answer: 'Most take half a day. Tell us if you need the vehicle back by a certain hour.',
      },
    ],
  },
  'service-plus': {
    title: 'Service Plus',
    lead: 'Warranty, roadside assistance and capped price servicing: everything for your vehicle, in one place.',
    sections: [
      {
        heading: 'What it includes',
        paragraphs: ['Four promises, each with a page that sets out its full terms.'],
        points: ['New vehicle warranty', 'Roadside assistance', 'Capped price servicing', 'Genuine parts'],
      },
      {
        heading: 'How it stays valid',
        paragraphs: [
          'We stamp the logbook at each scheduled service and keep our own record. A lost receipt never costs you your warranty or roadside assistance.',
          'If you sell the vehicle, the rest of the warranty goes with it.',
        ],
      },
    ],
    faqs: [
      {
        question: 'Do I have to sign up for it?',
        answer: 'No. It comes with a new vehicle from {name}; we explain what applies to yours at delivery.',
      },
      {
        question: 'I bought elsewhere. Can I still have my vehicle serviced here?',
        answer: 'Yes. Bring the logbook and we carry on from the last stamp.',
      },
    ],
  },
  warranty: {
    title: 'Warranty',
    lead: 'What is covered, for how long, and whom to call.',
    sections: [
      {
        heading: 'Your warranty',
        paragraphs: [
          'New vehicles come with a manufacturer’s warranty from the day they are delivered. Used vehicles carry a statutory warranty where the law requires one; your contract gives the details.',
          'Nothing here takes away your rights under the Australian Consumer Law.',
        ],
      },
      {
        heading: 'How to make a claim',
        points: [
          'Call us as soon as you notice something.',
          'Bring the vehicle and the logbook, and tell us when the problem happens.',
          'We find the fault, check with the manufacturer if needed, and tell you what is covered before we start.',
        ],
      },
      {
        heading: 'What keeps it',
        paragraphs: ['Services at the distances and times in the logbook, with genuine-quality parts.'],
        points: ['Wear such as tyres, brake pads and wiper blades is not covered by any warranty.'],
      },
    ],
    faqs: [
      {
        question: 'Does it pass to the next owner?',
        answer:
          'A new vehicle warranty usually does, for the time that is left. Ask us and we will look it up.',
      },
    ],
  },
  'roadside-assist': {
    title: 'Roadside assist',
    lead: 'Flat battery, flat tyre or locked out: someone comes, day or night.',
    sections: [
      {
        heading: 'What it covers',
        points: [
          'Jump starts and batteries',
          'Wheel changes',
          'Lock-outs',
          'Fuel to get you going',
          'Towing to us',
        ],
      },
      {
        heading: 'When you need it',
        paragraphs: [
          'Get yourself and your passengers to a safe place first. Then call, with your registration and where you are; the nearest crossroad or kilometre post is enough.',
          'If the vehicle cannot be driven, it is towed to our workshop in {city} or the nearest suitable one.',
        ],
      },
    ],
  },
  'capped-price-servicing': {
    title: 'Capped price servicing',
    lead: 'Know what each scheduled service costs before you book it.',
    sections: [
      {
        heading: 'How it works',
        paragraphs: [
          'Each scheduled service of each model has a maximum price. Ask us for yours. Wear and tear, such as tyres and brakes, is quoted separately.',
        ],
      },
      {
        heading: 'What is in a scheduled service',
        points: [
          'Engine oil and filter',
          'Every check the logbook asks for at that distance',
          'Fluids, lights, tyres and brakes looked over',
          'A written report of what can wait and what cannot',
        ],
      },
    ],
    faqs: [
      {
        question: 'Can the price change on the day?',
        answer:
          'Not for the scheduled service. Anything more is quoted first, and done only when you say so.',
      },
    ],
  },
  'vehicle-parts-and-accessories': {
    title: 'Parts and accessories',
    lead: 'Genuine parts and accessories, fitted by the people who know the vehicle.',
    sections: [
      {
        heading: 'Ask for a part',
        paragraphs: [
          'Send us the registration or VIN and what you need. We reply with price and availability. {responsePromise}',
        ],
      },
      {
        heading: 'Over the counter or fitted',
        points: [
          'Genuine parts, ordered by registration or VIN',
          'Tow bars, roof racks, mats and covers',
          'Batteries, tyres and wiper blades',
          'Fitting at our workshop while you wait or work',
        ],
      },
    ],
  },
  'book-test-drive': {
    title: 'Book a test drive',
    lead: 'Tell us which vehicle and what time suits you, and we will have it ready.',
    sections: [
      {
        heading: 'Before you come',
        points: [
          'Bring your driver’s licence',
          'Allow half an hour',
          'Bring the family, and the child seats',
        ],
      },
      {
        heading: 'On the road',
        paragraphs: [
          'Take it where you would drive it: the school run, the highway, the boat ramp. We can come along or stay behind, and there is no pressure afterwards.',
        ],
      },
    ],
  },
  fleet: {
    title: 'Fleet',
    lead: 'One contact for businesses that run two vehicles or two hundred.',
    sections: [
      {
        heading: 'What fleet customers get',
        points: [
          'Fleet pricing on new vehicles',
          'Novated leases and chattel mortgage',
          'Servicing booked around your roster',
          'One person who knows your account',
        ],
      },
      {
        heading: 'From the first call',
        paragraphs: [
          'Tell us how many vehicles, what they carry and how far they go. You get a proposal with prices and running costs, and a vehicle to try on your own jobs.',
        ],
      },
    ],
  },
  careers: {
    title: 'Careers',
    lead: 'Sales, workshop, parts and office: tell us what you are good at.',
    sections: [
      {
        heading: 'Working with us',
        paragraphs: [
          '{name} trains apprentices, pays for courses and promotes from within. Send us a few lines about yourself, and which location you would like to work at.',
        ],
      },
      {
        heading: 'People we look for',
        points: [
          'Sales consultants who listen first',
          'Light and heavy vehicle technicians',
          'Apprentices, in their first year or any other',
          'Parts interpreters, detailers and drivers',
        ],
      },
    ],
  },
  '4x4-outdoor': {
    title: '4x4 and outdoor',
    lead: 'Bars, lifts, canopies and towing gear, fitted before you pick the vehicle up.',
    sections: [
      {
        heading: 'Built for the trip',
        points: [
          'Bull bars, winches and recovery points',
          'Suspension lifts and mass upgrades',
          'Canopies, trays and drawers',
          'Tow bars, brake controllers and solar',
        ],
      },
      {
        heading: 'Legal and engineered',
        paragraphs: ['Every change is certified where your state requires it, and listed on the invoice.'],
      },
    ],
  },
  'personalised-finance': {
    title: 'Personalised finance',
    lead: 'A repayment worked out for you and the vehicle you have chosen, in writing.',
    sections: [
      {
        heading: 'What happens next',
        points: [
          'You tell us how to reach you and what you would like to repay.',
          'Our finance manager checks the options with you, without a mark on your credit file.',
          'You get the rate, its comparison rate and every fee before you decide.',
        ],
      },
    ],
    disclaimer: 'Finance is subject to the lender’s approval. Fees, terms and conditions apply.',
  },
  'spin-to-win': {
    title: 'Spin to win',
    lead: 'Accessories, services and more for customers of {name}.',
    sections: [
      {
        heading: 'How to take part',
        paragraphs: ['Ask any of us for your turn when you pick up your vehicle or have it serviced.'],
      },
    ],
    disclaimer: 'One turn per customer. Prizes are not exchanged for money.',
  },
};
