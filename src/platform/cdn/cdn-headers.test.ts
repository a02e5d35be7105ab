import { describe, expect, it } from 'vitest';
import { IMMUTABLE, REVALIDATE } from '#src/platform/http/response-headers.ts';
import { type CdnName, cdnHeaders } from './cdn-headers.ts';

const OWNER = { slug: 'riverbend', release: { id: '20260701-abc' } };
const LONG = 1e6;

const headers = (
  content: Parameters<typeof cdnHeaders>[1],
  { cdn = 'fastly' as CdnName, isPurged = true, cacheControl = REVALIDATE, validSeconds = LONG } = {},
) => cdnHeaders({ cdn, isPurged }, content, { owner: OWNER, cacheControl, validSeconds });

describe('what is said to a CDN', () => {
  it('PLAT-60 in the words of Fastly', () => {
    expect(headers('stock')).toEqual({
      'Surrogate-Control': 'max-age=300, stale-while-revalidate=60, stale-if-error=3600',
      'Surrogate-Key': 'site/riverbend release/riverbend/20260701-abc stock/riverbend',
    });
  });

  it('PLAT-60 in the words of Cloudflare', () => {
    expect(headers('release', { cdn: 'cloudflare' })).toEqual({
      'Cloudflare-CDN-Cache-Control': 'max-age=86400, stale-while-revalidate=3600, stale-if-error=604800',
      'Cache-Tag': 'site/riverbend,release/riverbend/20260701-abc',
    });
  });

  it('PLAT-60 files are held as long as by browsers, and a publication does not purge them', () => {
    expect(headers('file', { cacheControl: IMMUTABLE })).toEqual({
      'Surrogate-Control': 'max-age=31536000, stale-while-revalidate=86400, stale-if-error=604800',
      'Surrogate-Key': 'files/riverbend',
    });
    expect(headers('file', { cacheControl: 'public, max-age=60' })['Surrogate-Control']).toBe(
      'max-age=60, stale-while-revalidate=60, stale-if-error=60',
    );
  });

  it('PLAT-60 what depends on the day is held, fresh or stale, until the day ends', () => {
    const control = (validSeconds: number) => headers('stock', { validSeconds })['Surrogate-Control'];
    expect(control(320.9)).toBe('max-age=300, stale-while-revalidate=20, stale-if-error=20');
    expect(control(7.5)).toBe('max-age=7, stale-if-error=0');
    expect(control(-1)).toBe('max-age=0, stale-if-error=0');
  });

  it('PLAT-60 without credentials what shows a price is held for ten seconds and never stale', () => {
    const unpurged = (content: 'stock' | 'release') =>
      headers(content, { isPurged: false })['Surrogate-Control'];
    expect(unpurged('stock')).toBe('max-age=10, stale-if-error=0');
    expect(unpurged('release')).toBe('max-age=60, stale-if-error=86400');
  });

  it('PLAT-60 tags of the longest names are far below the vendors’ 16 KB', () => {
    const owner = { slug: 'x'.repeat(63), release: { id: 'y'.repeat(63) } };
    const of = { owner, cacheControl: REVALIDATE, validSeconds: LONG };
    const { 'Surrogate-Key': tags = '' } = cdnHeaders({ cdn: 'fastly', isPurged: true }, 'stock', of);
    expect(tags.length).toBeLessThan(1024);
    expect(tags).toMatch(/^[!-+\--~]+(?: [!-+\--~]+)*$/);
  });
});
