import type { Navigation } from './sections/navigation.ts';

const link = (label: string, href: string) => ({ label, href });

/** CFG-09, CFG-10: the menus of the specification. Links to pages a site does not have are not shown. */
export const DEFAULT_NAVIGATION: Pick<Navigation, 'header' | 'footer'> = {
  header: [
    link('Home', '/'),
    { label: 'Vehicles', list: 'models' },
    link('Offers', '/special-offers'),
    { label: 'Our Stock', list: 'stock' },
    link('Finance', '/finance'),
    {
      label: 'Service',
      items: [
        link('Book a Service', '/service'),
        link('Service Plus', '/service-plus'),
        link('6 year warranty', '/warranty'),
        link('7 year roadside assistance', '/roadside-assist'),
        link('5 year capped price servicing', '/capped-price-servicing'),
        link('Genuine Parts and Accessories', '/vehicle-parts-and-accessories'),
      ],
    },
    {
      label: 'Company',
      items: [
        link('About Us', '/about-us'),
        link('Careers', '/careers'),
        link('Contact Us', '/contact'),
        link('Locations', '/dealer-locator'),
        link('Fleet', '/fleet'),
        link('Terms And Conditions', '/terms-and-conditions'),
      ],
    },
  ],
  footer: [
    { heading: 'Vehicles', items: [], list: 'models' },
    {
      heading: 'Buyer Tools',
      items: [
        link('New', '/search/new-cars'),
        link('Demo', '/search/demo-cars'),
        link('Used Cars', '/search/used-cars'),
        link('Current Offers', '/special-offers'),
        link('Finance', '/finance'),
        link('Sell or trade in', '/trade-in'),
        link('Fleet', '/fleet'),
      ],
    },
    {
      heading: 'Servicing and Parts',
      items: [
        link('Service', '/service'),
        link('Parts and accessories', '/vehicle-parts-and-accessories'),
        link('Warranty', '/warranty'),
        link('Roadside assist', '/roadside-assist'),
      ],
    },
    {
      heading: '{name}',
      items: [
        link('About', '/about-us'),
        link('Careers', '/careers'),
        link('Contact', '/contact'),
        link('Privacy', '/privacy-policy'),
        link('Terms', '/terms-and-conditions'),
      ],
    },
  ],
};
