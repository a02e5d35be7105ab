import { expect, it } from 'vitest';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { dealerLicence, licencesOf, licenceText, siteLicences } from './dealer-facts.ts';

const DEALERSHIP = {
  licenceNumber: '4410217',
  licenceLabel: 'DL#',
  repairerLabel: 'MVR#',
} as Dealership;

const LOCATION = { name: 'Valley', slug: 'valley', location_type: 'sales' } as Location;

it('LOC-02 a place that sells shows the dealer licence, its own before the dealership’s', () => {
  expect(licencesOf(LOCATION, DEALERSHIP)).toEqual(['DL# 4410217']);
  expect(licencesOf({ ...LOCATION, dealer_license_number: '99' }, DEALERSHIP)).toEqual(['DL# 99']);
});

it('LOC-02 a workshop shows the repairer licence, and a dealer licence only when it has one itself', () => {
  const workshop = { ...LOCATION, motor_vehicle_repairer: '7720114' };
  expect(licencesOf(workshop, DEALERSHIP)).toEqual(['MVR# 7720114']);
  expect(licencesOf({ ...workshop, dealer_license_number: '99' }, DEALERSHIP)).toEqual([
    'DL# 99',
    'MVR# 7720114',
  ]);
});

it('LOC-02 a location’s own labels are used for its licences', () => {
  const own = { ...LOCATION, motor_vehicle_repairer: '7', licenceLabel: 'LMCT', repairerLabel: 'ARC' };
  expect(licencesOf({ ...own, dealer_license_number: '99' }, DEALERSHIP)).toEqual(['LMCT 99', 'ARC 7']);
  expect(dealerLicence(own, DEALERSHIP)).toBe('LMCT 4410217');
  expect(dealerLicence(LOCATION, DEALERSHIP)).toBe('DL# 4410217');
});

it('LOC-02 a licence number that begins with its label is shown alone', () => {
  expect(licenceText('MD#', 'MD041226')).toBe('MD041226');
  expect(licenceText('md', 'MD 28417')).toBe('MD 28417');
  expect(licenceText('DL#', '4410217')).toBe('DL# 4410217');
  expect(licenceText('#', '4410217')).toBe('# 4410217');
});

it('LOC-02 the licences of a site are each named once, those of single locations too', () => {
  const holder = { ...DEALERSHIP, name: 'Harbour City', slug: 'harbour' };
  const own = { ...LOCATION, dealership: 'harbour', visible: true };
  const licences = siteLicences(
    [holder],
    [
      own,
      { ...own, dealer_license_number: '4410217' },
      { ...own, dealer_license_number: '99', licenceLabel: 'LMCT' },
    ],
  );
  expect(licences).toEqual([
    { holder: 'Harbour City', licence: 'DL# 4410217' },
    { holder: 'Valley', licence: 'LMCT 99' },
  ]);
});
