/**
 * CFG-09, CFG-10: the menus of a dealer whose file has none. Links to pages that are off are hidden, so that the
 * menus fit every dealer.
 */
export const DEFAULT_NAVIGATION = {
  header: [
    { label: 'Home', href: '/' },
    { label: 'Vehicles', list: 'models' },
    { label: 'Offers', href: '/special-offers' },
    { label: 'Our Stock', list: 'stock' },
    { label: 'Finance', href: '/finance' },
    {
      label: 'Service',
      items: [
        { label: 'Book a Service', href: '/service' },
        { label: 'Service Plus', href: '/service-plus' },
        // Years are stated by the dealer, in the titles of these pages.
        { label: '{page}', href: '/warranty' },
        { label: '{page}', href: '/roadside-assist' },
        { label: '{page}', href: '/capped-price-servicing' },
        { label: 'Genuine Parts and Accessories', href: '/vehicle-parts-and-accessories' },
      ],
      list: 'service',
    },
    {
      label: 'Company',
      items: [
        { label: 'About Us', href: '/about-us' },
        { label: 'Careers', href: '/careers' },
        { label: 'Contact Us', href: '/contact' },
        { label: 'Locations', href: '/dealer-locator' },
        { label: 'Fleet', href: '/fleet' },
        { label: 'Terms And Conditions', href: '/terms-and-conditions' },
      ],
    },
  ],
  footer: [
    { heading: 'Vehicles', list: 'models' },
    {
      heading: 'Buyer Tools',
      items: [
        { label: 'New', href: '/search/new-cars' },
        { label: 'Demo', href: '/search/demo-cars' },
        { label: 'Used {Vehicles}', href: '/search/used-cars' },
        { label: 'Current Offers', href: '/special-offers' },
        { label: 'Book a test drive', href: '/book-test-drive' },
        { label: 'Finance', href: '/finance' },
        { label: 'Sell or trade in', href: '/trade-in' },
        { label: 'Fleet', href: '/fleet' },
      ],
    },
    { heading: 'Servicing and Parts', list: 'service' },
    {
      heading: '{name}',
      items: [
        { label: 'About', href: '/about-us' },
        { label: 'Careers', href: '/careers' },
        { label: 'Contact', href: '/contact' },
        { label: 'My garage', href: '/my-garage' },
        { label: 'Privacy', href: '/privacy-policy' },
        { label: 'Terms', href: '/terms-and-conditions' },
      ],
    },
  ],
} as const;

const [SERVICE_TITLED] = DEFAULT_NAVIGATION.header.filter(({ label }) => label === 'Service');

/** A yard has its own warranty and servicing, so its menu uses the titles of its pages, without a number of years. */
export const YARD_NAVIGATION = {
  ...DEFAULT_NAVIGATION,
  header: DEFAULT_NAVIGATION.header.map((entry) =>
    entry === SERVICE_TITLED ? { label: entry.label, list: 'service' } : entry,
  ),
};
