import { expect, it } from 'vitest';
import { withVisit } from './read-lead-body.ts';

const COOKIE = 'forecourt_visit=landing=%2Fcars%2Fx&utm_source=mail&gclid=G1';
const request = (headers: Record<string, string>) =>
  new Request('http://riverbend.localhost/enquire/contact', {
    headers: { host: 'riverbend.localhost', ...headers },
  });
const FORM = 'http://riverbend.localhost/enquire/contact?car_id=7';

it('FORM-04 without scripts the landing, its campaign and the sending page are known', () => {
  expect(withVisit({ name: 'Ann', visited_pages: '' }, request({ cookie: COOKIE, referer: FORM }))).toEqual({
    name: 'Ann',
    visited_pages: '["/cars/x","/enquire/contact"]',
    linked_query_params: '{"utm_source":"mail","gclid":"G1"}',
    page_path: '/enquire/contact',
  });
});

it('FORM-04 the data of the form’s script takes precedence', () => {
  const told = {
    visited_pages: '["/"]',
    linked_query_params: '{"utm_source":"news"}',
    page_path: '/contact',
  };
  expect(withVisit(told, request({ cookie: COOKIE, referer: FORM }))).toEqual(told);
});

it('FORM-04 a memory without a campaign is filled from the landing', () => {
  const told = { visited_pages: '["/"]', linked_query_params: '{}', page_path: '/contact' };
  expect(withVisit(told, request({ cookie: COOKIE })).linked_query_params).toBe(
    '{"utm_source":"mail","gclid":"G1"}',
  );
});

it.each(['https://other.example/enquire/contact', 'about:blank', '', 'riverbend.localhost'])(
  'FORM-04 a form sent from "%s" has no page',
  (referer) => expect(withVisit({}, request({ referer }))).toEqual({}),
);

it('FORM-04 FORM-10 the key in the address of a valuation is not reported', () => {
  const referer = 'http://riverbend.localhost/value-my-car/Secret-1/details';
  expect(withVisit({}, request({ referer }))).toEqual({
    visited_pages: '["/value-my-car/details"]',
    page_path: '/value-my-car/details',
  });
});

it('FORM-04 a page that hides its address is identified by its form', () => {
  const referer = 'http://riverbend.localhost/';
  expect(withVisit({ page_path: '/trade-in' }, request({ referer })).visited_pages).toBe('["/trade-in"]');
});
