import { build } from 'astro';
import { beforeEach, expect, it, vi } from 'vitest';
import { notePrerendering } from '#src/server/dealer-paths.ts';
import { failureText, prerender } from './prerender.ts';

vi.mock('astro', () => ({ build: vi.fn() }));

const astro = vi.mocked(build);
const options = { dealersDir: 'dealers', slugs: ['a', 'b', 'c'], outDir: '.astro/never-written' };

/** Astro as it meets the pages of dealers one after the other. */
const meeting = (throwing: readonly string[]) =>
  astro.mockImplementation(async () => {
    for (const slug of (process.env.BUILD_DEALERS ?? '').split(',')) {
      notePrerendering(slug, '/about-us/');
      if (throwing.includes(slug)) throw new Error('no picture');
    }
  });

beforeEach(() => {
  astro.mockReset();
});

it('PLAT-01 a dealer whose page cannot be rendered is left out whole and named with the page', async () => {
  meeting(['b']);
  expect(await prerender(options)).toEqual({
    rendered: ['a', 'c'],
    failed: [{ slug: 'b', page: '/about-us/', reason: 'no picture' }],
  });
});

it('PLAT-01 two such dealers are both left out', async () => {
  meeting(['a', 'c']);
  const { rendered, failed } = await prerender(options);
  expect(rendered).toEqual(['b']);
  expect(failed.map(({ slug }) => slug)).toEqual(['a', 'c']);
});

it('PLAT-01 a build with no dealer left fails and says why for each', async () => {
  meeting(['a', 'b', 'c']);
  await expect(prerender(options)).rejects.toThrow(/a: its page .*\nb: its page .*\nc: its page/);
});

it('PLAT-01 what no dealer is to blame for is thrown', async () => {
  notePrerendering('not of this build', '/');
  astro.mockRejectedValue(new Error('does not compile'));
  await expect(prerender(options)).rejects.toThrow('does not compile');
});

it('PLAT-01 a full disk is no dealer’s fault', async () => {
  astro.mockImplementation(async () => {
    notePrerendering('a', '/about-us/');
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  await expect(prerender(options)).rejects.toThrow('no space left');
  expect(astro).toHaveBeenCalledTimes(1);
});

it('PLAT-01 a fault of the code is not tried out on every dealer of a fleet', async () => {
  const slugs = Array.from({ length: 50 }, (_, at) => `dealer-${at}`);
  meeting(slugs);
  await expect(prerender({ ...options, slugs })).rejects.toThrow('10 sites have a page');
  expect(astro).toHaveBeenCalledTimes(10);
});

it('CFG-21 a photo that cannot be read is reported with its file and the remedy', () => {
  const told = failureText({ slug: 'a', picture: 'public/pictures/torn.jpg', reason: 'no image' });
  expect(told).toMatch(
    /^a: its picture public\/pictures\/torn\.jpg cannot be read \(no image\)\. Put a sound/,
  );
  expect(told).toContain('stays as it was');
});

it.each([
  [true, 'It is not online yet.'],
  [false, 'It stays online with the settings it had; some of its pages may be new already.'],
])(
  'PLAT-01 a site that cannot be written (first: %s) is named with what is online and the remedy',
  (isFirst, state) => {
    const failure = { slug: 'a', folder: 'dist/sites/a', isFirst, reason: 'ENOSPC: no space left on device' };
    expect(failureText(failure)).toBe(
      `a: its files in dist/sites/a could not be written (ENOSPC: no space left on device). ${state} Free the disk or mend its permissions, then build it again.`,
    );
  },
);
