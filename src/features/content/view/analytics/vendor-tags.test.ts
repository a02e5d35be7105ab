import { expect, it, vi } from 'vitest';
import { createVendorQueues } from './vendor-tags.ts';

type Global = {
  dataLayer?: unknown[];
  fbq?: { queue: unknown[]; callMethod?: (...words: unknown[]) => void };
};

const commands = (page: Global) =>
  (page.dataLayer ?? []).filter((item) => Object.prototype.toString.call(item) === '[object Arguments]');
const words = (item: unknown) => Array.from(item as ArrayLike<unknown>);
const carSeen = { event: 'forecourt', eventId: 4, label: '2021 Toyota HiLux' };

it('ANL-07 the Google tag is sent what the data layer holds, as commands of its own', () => {
  const page: Global = {};
  const [google, ...others] = createVendorQueues({ googleTag: 'G-ABC1234567' }, page);
  expect(others).toEqual([]);
  expect(google?.script).toBe('https://www.googletagmanager.com/gtag/js?id=G-ABC1234567');
  page.dataLayer?.push(carSeen, { event: 'other' });
  expect(commands(page).map(words)).toEqual([
    ['js', expect.any(Date)],
    ['config', 'G-ABC1234567'],
    ['event', 'forecourt_4', { label: '2021 Toyota HiLux' }],
  ]);
  expect(page).not.toHaveProperty('fbq');
});

it('ANL-01 the Meta pixel receives a car as ViewContent, and other events by number', () => {
  const page: Global = {};
  createVendorQueues({ metaPixel: '123456789' }, page);
  page.dataLayer?.push(carSeen);
  page.dataLayer?.push({ event: 'forecourt', eventId: 39 });
  expect(page.fbq?.queue).toEqual([
    ['init', '123456789'],
    ['track', 'PageView'],
    ['track', 'ViewContent', { content_name: '2021 Toyota HiLux' }],
    ['trackCustom', 'forecourt_39', {}],
  ]);
});

it('ANL-07 once the pixel’s script has loaded it is called directly', () => {
  const page: Global = {};
  createVendorQueues({ metaPixel: '123456789' }, page);
  const callMethod = vi.fn();
  if (page.fbq) page.fbq.callMethod = callMethod;
  page.dataLayer?.push(carSeen);
  expect(callMethod).toHaveBeenCalledExactlyOnceWith('track', 'ViewContent', { content_name: carSeen.label });
});

it('ANL-07 events before the vendors load are reported to them, once', () => {
  const page: Global = { dataLayer: [carSeen] };
  createVendorQueues({ metaPixel: '123456789' }, page);
  page.dataLayer?.push({ event: 'forecourt', eventId: 39 });
  expect(page.fbq?.queue.slice(2)).toEqual([
    ['track', 'ViewContent', { content_name: '2021 Toyota HiLux' }],
    ['trackCustom', 'forecourt_39', {}],
  ]);
});

it('ANL-07 an existing data layer of a tag manager is reused', () => {
  const dataLayer: unknown[] = ['before'];
  const page: Global = { dataLayer };
  createVendorQueues({ googleTag: 'G-ABC1234567' }, page);
  expect(page.dataLayer).toBe(dataLayer);
  expect(dataLayer[0]).toBe('before');
});
