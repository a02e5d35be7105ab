import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { formHeading } from '#src/features/content/info-page-content.ts';
import { formAccess } from '#src/features/leads/forms/form-access.ts';
import { LEAD_FORMS, type LeadFormName } from '#src/features/leads/forms/lead-form.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import {
  checkoutPath,
  formPath,
  infoPath,
  locationContactPath,
  locationPath,
} from '#src/platform/routing/page-paths.ts';
import { routeAt } from '#src/platform/routing/site-routes.ts';
import type { StockExamples } from './stock-examples.ts';

/** Where a dealer's site has a form. */
export type FormPlace = { name: string; path: string };

/** The form is next in the focus order. */
const atForm = (path: string): string => (path.includes('#') ? path : `${path}#contact`);

/** FORM-01: information pages with a form, and those of contact. */
function pagesWithForms(dealer: DealerConfig): FormPlace[] {
  const { links, verticals, locations } = dealer;
  const location = locations.find(({ visible }) => visible);
  const words = INFO_PAGES.filter(
    (name) =>
      dealer.pages[name].enabled &&
      name !== 'trade-in' &&
      formHeading(name) !== undefined &&
      routeAt(dealer, infoPath(dealer, name)) !== undefined,
  ).map((name) => ({ name, path: infoPath(dealer, name) }));
  return [
    { name: 'contact', path: links.contact },
    ...(location
      ? [
          { name: 'location', path: locationPath(dealer, location) },
          { name: 'location contact', path: locationContactPath(dealer, location) },
        ]
      : []),
    ...words,
    ...(verticals.includes('parts') ? [{ name: 'parts search', path: '/parts/search' }] : []),
  ]
    .filter(({ path }) => gateAt(dealer, path) === undefined)
    .map(({ name, path }) => ({ name, path: atForm(path) }));
}

/** The car a form's own page is about, "none" where it needs none; undefined where the dealer has none for it. */
function carFor(form: LeadFormName, dealer: DealerConfig, stock: StockExamples): string | undefined {
  switch (form) {
    case 'request-photos':
      return stock.withoutPhotos?.id;
    case 'find-similar':
      return stock.sold?.id ?? 'none';
    case 'vehicle-enquiry':
    case 'enquire-now':
    case 'deal':
      return stock.forSale.id;
    case 'test-drive': {
      const { id, dealership_slug } = stock.forSale;
      const seller = dealer.dealerships.find(({ slug }) => slug === dealership_slug);
      return seller?.switches.testDrive === false ? undefined : id;
    }
    // It continues at the broker, see tests/integration/quick-quote-browser.test.ts.
    case 'quick-quote':
      return undefined;
    // Its page is that of the car.
    case 'reserve':
      return undefined;
    default:
      return 'none';
  }
}

function ownPages(dealer: DealerConfig, stock: StockExamples): FormPlace[] {
  const places: FormPlace[] = [];
  for (const form of Object.keys(LEAD_FORMS) as LeadFormName[]) {
    if (formAccess(form, dealer).kind !== 'open') continue;
    const car = carFor(form, dealer, stock);
    if (car !== undefined) {
      places.push({ name: `/enquire/${form}`, path: formPath(form, car === 'none' ? undefined : car) });
    }
  }
  return places;
}

function reservation(dealer: DealerConfig, { reservable }: StockExamples): FormPlace[] {
  // With an account it continues at the payment page, see tests/integration/reservations.test.ts.
  const path = reservable && !dealer.payments.stripe && checkoutPath(dealer, reservable);
  return path && !gateAt(dealer, path.split('?')[0] ?? '') ? [{ name: 'reservation', path }] : [];
}

/** Every place of a dealer's site with a form without steps; a location may be contacted on its own page. */
export function formPlaces(dealer: DealerConfig, stock: StockExamples): FormPlace[] {
  const places = [...pagesWithForms(dealer), ...ownPages(dealer, stock), ...reservation(dealer, stock)];
  return places.filter(({ path }, at) => places.findIndex((other) => other.path === path) === at);
}
