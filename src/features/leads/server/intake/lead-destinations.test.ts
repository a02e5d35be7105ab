import * as v from 'valibot';
import { expect, it } from 'vitest';
import { LeadDestinationSchema } from '#src/config/sections/leads/leads-section.ts';
import { destinationsOf } from './lead-record.ts';

const destination = (name: string, filters: object = {}) =>
  v.parse(LeadDestinationSchema, {
    name,
    type: 'webhook',
    url: `https://${name}.example/leads`,
    signingKey: 'DEALER_SOME_KEY',
    ...filters,
  });
const crm = destination('crm');
const parts = destination('parts', { categories: ['Parts Enquiry'] });
const drives = destination('drives', { forms: ['test-drive'], locations: ['101'] });

const named = (
  destinations: (typeof crm)[],
  form = 'contact',
  category = 'General Enquiry',
  location_id = '101',
  tags: string[] = [form],
) => {
  const payload = { category, location_id, tags };
  return destinationsOf({ leads: { destinations } as never }, { form, payload });
};

it('FORM-11 a lead goes to every destination that takes it', () => {
  expect(named([crm, parts])).toEqual(['crm']);
  expect(named([crm, parts], 'parts', 'Parts Enquiry')).toEqual(['crm', 'parts']);
  expect(named([parts, drives, crm], 'test-drive')).toEqual(['drives', 'crm']);
});

it('FORM-11 a destination takes only leads that match all its filters', () => {
  expect(named([crm, drives], 'test-drive', 'Vehicle Enquiry', '102')).toEqual(['crm']);
  expect(named([crm, drives], 'contact', 'Vehicle Enquiry', '101')).toEqual(['crm']);
});

it('FORM-11 a lead that no destination takes goes to the first', () => {
  expect(named([parts, drives])).toEqual(['parts']);
});

it('FORM-11 a lead of a dealer without a destination waits under a reserved name', () => {
  expect(named([])).toEqual(['unassigned']);
});

it('PLAT-04 a lead from a preview goes nowhere', () => {
  const fromPreview = ['contact', 'test', 'preview'];
  expect(named([crm, parts], 'contact', 'General Enquiry', '101', fromPreview)).toEqual([]);
  expect(named([], 'contact', 'General Enquiry', '101', fromPreview)).toEqual([]);
  expect(named([crm], 'contact', 'General Enquiry', '101', ['preview'])).toEqual(['crm']);
});
