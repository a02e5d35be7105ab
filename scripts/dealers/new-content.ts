import type { Answers } from './questions.ts';

const PRIVACY = [
  'We collect what you tell us in forms, such as your name, phone number and e-mail address, to answer you, to arrange what you ask for and, only where you agree, to tell you about offers.',
  'An enquiry goes to our staff and to the services that carry it to them.',
  'You may ask to see or correct the personal information we hold about you, and may stop our offers at any time.',
  'If our answer to a privacy complaint does not satisfy you, you may contact the Office of the Australian Information Commissioner.',
];

const TERMS = [
  'A price is shown with what it includes. Please ask us about anything that is not clear before you buy.',
  'Vehicles may be sold before you see them. Descriptions come from manufacturers and previous owners; please confirm what matters to you.',
];

/** Menus and texts that suit any dealer until it writes its own. */
export function newContent(
  { name, suburb }: Answers,
  { locationSlug, isUsedOnly }: { locationSlug: string; isUsedOnly: boolean },
) {
  const searches = isUsedOnly
    ? [{ label: 'Used cars', href: '/search/used-cars' }]
    : [
        { label: 'All cars', href: '/search/new-used-and-demo-cars' },
        { label: 'New cars', href: '/search/new-cars' },
        { label: 'Demo cars', href: '/search/demo-cars' },
        { label: 'Used cars', href: '/search/used-cars' },
      ];
  const about = { label: 'About us', href: '/about-us' };
  const contact = { label: 'Contact', href: '/contact' };
  const cars = searches[0]?.href ?? '/';
  return {
    navigation: {
      header: [
        { label: 'Home', href: '/' },
        ...(searches.length > 1 ? [{ label: 'Our cars', items: searches }] : searches),
        { label: 'Find us', href: '/dealer-locator' },
        about,
        contact,
      ],
      footer: [
        { heading: 'Our cars', items: searches },
        {
          heading: '{name}',
          items: [
            about,
            contact,
            { label: 'Privacy', href: '/privacy-policy' },
            { label: 'Terms', href: '/terms-and-conditions' },
          ],
        },
      ],
    },
    content: {
      home: {
        headline: `Find your next car in ${suburb}`,
        lead: `See what ${name} has on offer, and ask us about it online, by phone or in person.`,
        reasons: [
          { title: 'Local', text: `Come and see us in ${suburb}.`, icon: 'map-pin' },
          { title: 'Easy to reach', text: 'Call us, or ask about a car online.', icon: 'check' },
        ],
        banner: [
          { title: 'See our cars', href: cars, icon: 'car' },
          { title: 'Find us', href: `/locations/${locationSlug}`, icon: 'map-pin' },
        ],
      },
      about: { title: `About ${name}`, paragraphs: [`${name} is a motor dealer in ${suburb}.`] },
      contact: { title: 'Contact us', lead: 'Call us or send us a message.' },
      privacy: PRIVACY,
      terms: TERMS,
    },
  };
}
