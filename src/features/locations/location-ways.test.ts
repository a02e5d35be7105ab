import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { fixtureDealer } from '../../../tests/fixtures/stock-site.ts';
import { locationLinks, serviceBookingFor } from './location-page-content.ts';

it('LOC-04 a workshop of several makes leads to the link of them all, else to the list of links, else to its form', () => {
  const listings = toPublicConfig(fixtureDealer('listings'));
  const withPage = (enabled: boolean) => ({
    ...listings,
    pages: { ...listings.pages, service: { ...listings.pages.service, enabled } },
  });
  const book = (make: string | undefined, url: string) => ({ name: 'Book', make, url });
  const [toyota, kia] = [book('Toyota', 'https://book.example/t'), book('Kia', 'https://book.example/k')];
  const [location] = listings.locations;
  type Bookings = typeof listings.serviceBooking;
  const wayAt = (site: typeof listings, serviceBooking: Bookings, manufacturers: string[]) =>
    location &&
    locationLinks({ ...site, serviceBooking }, { ...location, location_type: 'service', manufacturers })
      .service;
  const wayOf = (bookings: Bookings, ...makes: string[]) => wayAt(withPage(true), bookings, makes);
  expect(wayOf([toyota, kia], 'Kia')).toBe(kia.url);
  expect(wayOf([toyota, kia], 'Kia', 'Toyota')).toBe('/service#booking');
  expect(wayOf([toyota], 'Mazda', 'Toyota')).toBe('/service#booking');
  expect(wayOf([toyota, book('Kia', toyota.url)], 'Kia', 'Toyota')).toBe(toyota.url);
  expect(wayOf([book(undefined, kia.url)], 'Kia', 'Toyota')).toBe(kia.url);
  expect(wayOf([kia, book(undefined, toyota.url)])).toBe(toyota.url);
  expect(wayOf([], 'Kia', 'Toyota')).toBe('/service');
  const form = `/enquire/service?location_id=${location?.id}`;
  expect(wayAt(withPage(false), [toyota, kia], ['Kia', 'Toyota'])).toBe(form);
  expect(wayAt(withPage(false), [toyota], ['Kia', 'Toyota'])).toBe(form);
  expect(wayAt(withPage(false), [toyota], ['Toyota'])).toBe(toyota.url);
  expect(wayAt(withPage(false), [], ['Toyota'])).toBeUndefined();
});

it('LOC-04 a service is booked at the link of the make, else at the one for any make', () => {
  const any = { name: 'Any', url: 'https://book.example/any' };
  const kia = { name: 'Kia', make: 'Kia', url: 'https://book.example/kia' };
  expect(serviceBookingFor([any, kia], 'KIA')).toBe(kia);
  expect(serviceBookingFor([kia, any], 'Mazda')).toBe(any);
  expect(serviceBookingFor([any, kia], undefined)).toBe(any);
  expect(serviceBookingFor([kia], 'Mazda')).toBeUndefined();
  expect(serviceBookingFor([kia], undefined)).toBeUndefined();
});

it('LOC-04 a location is contacted by one button: to its contact page, or straight to the form', () => {
  const site = toPublicConfig(fixtureDealer('listings'));
  const [location] = site.locations;
  const contact = (contactButton: 'contact' | 'enquiry') =>
    location &&
    locationLinks({ ...site, ourLocations: { ...site.ourLocations, contactButton } }, location).contact;
  expect(contact('contact')).toMatchObject({
    label: 'Contact Us',
    href: expect.stringContaining('#contact'),
  });
  expect(contact('enquiry')).toEqual({
    label: 'Send Enquiry',
    href: `/enquire/contact?location_id=${location?.id}`,
  });
});
