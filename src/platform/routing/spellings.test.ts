import { describe, expect, it } from 'vitest';
import {
  CHECKOUT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  TRADE_IN_PATHS,
} from '#src/config/sections/site/link-paths.ts';
import { at, CHECKOUT, MODEL, OFFER, on } from '../../../tests/fixtures/resolved-address.ts';

describe('other spellings', () => {
  it.each(
    FINANCE_PATHS.flatMap((own) =>
      FINANCE_PATHS.filter((other) => other !== own).map((other) => [other, own]),
    ),
  )('NAV-07 links.finance: %s leads to %s with its query', (other, own) => {
    const settings = { ...on('finance'), 'links.finance': own };
    expect(at(settings, own)).toBe('page /finance');
    expect(at(settings, `${other}?car_id=1`)).toBe(`301 ${own}?car_id=1`);
    expect(at({ ...settings, 'pages.finance.enabled': false }, other)).toBe('unknown');
  });

  it('CFG-12 links.finance on another site takes every spelling there, its own query kept', () => {
    const finance = 'https://lender.example/apply?dealer=7#form';
    expect(at({ 'links.finance': finance }, '/finance?car_id=1')).toBe(
      '301 https://lender.example/apply?dealer=7&car_id=1#form',
    );
  });

  it.each(
    TRADE_IN_PATHS.flatMap((own) =>
      TRADE_IN_PATHS.filter((other) => other !== own).map((other) => [other, own]),
    ),
  )('NAV-09 links.tradeIn: %s leads to %s with its query', (other, own) => {
    const settings = { ...on('trade-in'), 'links.tradeIn': own };
    expect(at(settings, own)).toBe('page /info/trade-in');
    expect(at(settings, `${other}?a=1`)).toBe(`301 ${own}?a=1`);
    expect(at({ 'links.tradeIn': own }, other)).toBe('unknown');
  });

  it('NAV-09 links.valuationTerms: the other address of the terms leads to the site’s own', () => {
    const [plain, below] = ['/value-my-car-terms-and-conditions', '/pages/value-my-car-terms-and-conditions'];
    const settings = on('value-my-car-terms-and-conditions');
    expect(at(settings, below)).toBe(`301 ${plain}`);
    expect(at({ ...settings, 'links.valuationTerms': below }, plain)).toBe(`301 ${below}`);
    expect(at({}, below)).toBe('unknown');
  });

  it.each(CHECKOUT_PATHS)('CFG-12 links.checkout: every spelling of reserving leads to that of %s', (own) => {
    const settings = { ...CHECKOUT, 'links.checkout': own };
    const spellings = {
      '/checkout': '/cars/2024-kia-ev6/checkout',
      '/buy-online': '/cars/2024-kia-ev6/buy-online',
      '/checkout-journey': '/checkout-journey?car_id=2024-kia-ev6',
    };
    for (const [name, address] of Object.entries(spellings)) {
      expect(at(settings, address)).toBe(
        name === own ? 'stock /reserve/2024-kia-ev6' : `301 ${spellings[own]}`,
      );
      expect(at({ 'links.checkout': own }, address)).toBe('unknown');
    }
  });

  it('CFG-12 the query of a reservation is kept, but for the car already named', () => {
    const from = '/checkout-journey?utm_source=mail&car_id=x';
    expect(at(CHECKOUT, from)).toBe('301 /cars/x/checkout?utm_source=mail');
    expect(at({ ...CHECKOUT, 'links.checkout': '/checkout-journey' }, '/cars/x/checkout?a=1')).toBe(
      '301 /checkout-journey?car_id=x&a=1',
    );
  });

  it.each(['..', '.', '', '%2e%2e', 'x/y', 'X', 'a%20b'])('CFG-12 no car is called "%s"', (name) => {
    const site = { ...CHECKOUT, 'links.checkout': '/checkout-journey' };
    expect(at(site, `/checkout-journey?car_id=${name}`)).toBe('unknown');
  });

  it('NAV-06 links.contact: the other address of the contact page leads to the site’s own', () => {
    expect(at({}, '/contact-us?a=1')).toBe('301 /contact?a=1');
    expect(at({ 'links.contact': '/contact-us' }, '/contact')).toBe('301 /contact-us');
  });

  it('NAV-06 links.locationContact: every address of a location’s contact leads to the site’s own', () => {
    const long = '/contact-harbour-city-motors-fortitude-valley-toyota';
    const short = '/contact-us/harbour-city-sales';
    const by = (scheme: string) => ({ 'links.locationContact': scheme });
    expect(at(by('contact-us'), short)).toBe('page /contact/harbour-city-sales');
    expect(at(by('long'), long)).toBe('page /contact/harbour-city-sales');
    expect(at(by('contact-us'), long)).toBe(`301 ${short}`);
    expect(at(by('long'), `${short}?a=1`)).toBe(`301 ${long}?a=1`);
    expect(at(by('location'), `${short}?a=1`)).toBe('301 /locations/harbour-city-sales?a=1#contact');
    expect(at(by('location'), long)).toBe('301 /locations/harbour-city-sales#contact');
    expect(at(by('contact-us'), '/contact-us/elsewhere')).toBe('unknown');
  });

  it('NAV-06 a contact page of Isuzu’s cars has the name of its brand, and those of its trucks the maker’s', () => {
    const place = '/contact-harbour-city-motors-fortitude-valley';
    const isuzu = { 'links.locationContact': 'long', 'locations.0.manufacturers': ['Isuzu'] };
    expect(at(isuzu, `${place}-isuzu-ute`)).toBe('page /contact/harbour-city-sales');
    expect(at(isuzu, `${place}-isuzu`)).toBe(`301 ${place}-isuzu-ute`);
    const trucks = { ...isuzu, verticals: ['trucks'] };
    expect(at(trucks, `${place}-isuzu`)).toBe('page /contact/harbour-city-sales');
    expect(at(trucks, `${place}-isuzu-ute`)).toBe('unknown');
  });

  it('NAV-06 of two locations of one suburb and make, each has a contact page', () => {
    const settings = { 'links.locationContact': 'long', 'locations.1.manufacturers': ['Toyota'] };
    expect(at(settings, '/contact-harbour-city-motors-fortitude-valley-toyota')).toBe(
      'page /contact/harbour-city-sales',
    );
    expect(at(settings, '/contact-us/harbour-city-service')).toBe('page /contact/harbour-city-service');
  });

  it('NAV-04 links.locations: the other address of a location leads to the site’s own', () => {
    expect(at({}, '/our-location/harbour-city-sales')).toBe('301 /locations/harbour-city-sales');
    const own = { 'links.locations': '/our-location' };
    expect(at(own, '/locations/harbour-city-sales')).toBe('301 /our-location/harbour-city-sales');
    expect(at({}, '/locations')).toBe('301 /dealer-locator');
    expect(at({}, '/our-location')).toBe('301 /dealer-locator');
  });

  it('NAV-03 links.models: the other address of a model leads to the site’s own', () => {
    expect(at({ models: [MODEL] }, '/mu-x')).toBe('301 /models/mu-x');
    expect(at({ models: [MODEL], 'links.models': '/' }, '/models/mu-x')).toBe('301 /mu-x');
  });

  it('NAV-13 an offer leads to the one address it has', () => {
    expect(at({ offers: [OFFER] }, '/offers/june')).toBe('301 /offers/land-rover/june');
    expect(at({ offers: [OFFER], manufacturer: 'Kia' }, '/offers/land-rover/june')).toBe('301 /offers/june');
    expect(at({ offers: [OFFER] }, '/offers')).toBe('301 /special-offers');
    expect(at({}, '/offers')).toBe('unknown');
  });

  it('NAV-08 links.garage: every garage leads to the site’s own, where there is one', () => {
    const settings = { 'account.signIn': true, 'account.myGarage': true, 'links.garage': '/myservco' };
    const others = GARAGE_PATHS.filter((path) => path !== '/myservco');
    expect(others.map((path) => at(settings, path))).toEqual(others.map(() => '301 /myservco'));
    expect(GARAGE_PATHS.map((path) => at({ 'account.signIn': true }, path))).toEqual(
      GARAGE_PATHS.map(() => 'unknown'),
    );
  });
});
