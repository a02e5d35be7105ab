import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dealerFolder } from '../../../tests/fixtures/dealer-folder.ts';
import { previewed, readPreviewDealer } from './preview-dealer.ts';

let dealers: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  dealers = dealerFolder();
});
afterEach(() => dealers.remove());

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dealers.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
function commit(...tags: string[]): void {
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one');
  for (const tag of tags) git('tag', tag);
}

it('PLAT-04 the files as they are, and as they were at a commit', () => {
  dealers.change('riverbend', { tagline: 'Before' });
  commit('spring');
  dealers.change('riverbend', { tagline: 'Now' });
  expect(readPreviewDealer(dealers.folder, 'riverbend', undefined).dealer.tagline).toBe('Now');
  expect(readPreviewDealer(dealers.folder, 'riverbend', 'spring').dealer.tagline).toBe('Before');
});

it('PLAT-04 content files are those of the commit too', () => {
  const post = (heading: string) => `---\nheading: ${heading}\ndate: 2026-11-02\ndescription: D.\n---\nText.`;
  const file = join(dealers.folder, 'riverbend', 'blog', 'post.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, post('Before'));
  commit('spring');
  writeFileSync(file, post('Now'));
  const headingAt = (ref: string | undefined) =>
    readPreviewDealer(dealers.folder, 'riverbend', ref).dealer.blog.find(({ slug }) => slug === 'post')
      ?.heading;
  expect(headingAt(undefined)).toBe('Now');
  expect(headingAt('spring')).toBe('Before');
});

it.each(['riverband', '../riverbend', '', 'riverbend.json'])(
  'PLAT-04 a wrong dealer "%s" is named, with those there are',
  (slug) => {
    const read = () => readPreviewDealer(dealers.folder, slug, undefined);
    expect(read).toThrow(`There is no dealer "${slug}" in ${dealers.folder}. `);
    expect(read).toThrow('There are: kookaburra-cars, riverbend.');
  },
);

it('PLAT-04 a wrong reference is named, with those there are', () => {
  commit('spring', 'summer');
  expect(() => readPreviewDealer(dealers.folder, 'riverbend', 'sprung')).toThrow(
    /^Git finds no commit "sprung" here\. The newest branches and tags: .*spring.*\.$/,
  );
});

it('PLAT-04 a dealer that did not exist at a commit is named, with those that did', () => {
  commit('spring');
  expect(() => readPreviewDealer(dealers.folder, 'metro', 'spring')).toThrow(
    'metro.json did not exist at spring; it is new. At spring there are kookaburra-cars.json, riverbend.json.',
  );
});

it('PLAT-04 mistakes of the file are named with their remedy', () => {
  dealers.change('riverbend', { timeZone: 'Brisbane' });
  expect(() => readPreviewDealer(dealers.folder, 'riverbend', undefined)).toThrow(/timeZone/);
});

it('PLAT-04 no one signs in to a preview, nothing is counted, and a closed site is shown open', () => {
  const { dealer } = readPreviewDealer(dealers.folder, 'riverbend', undefined);
  const shown = previewed({
    ...dealer,
    status: { ...dealer.status, state: 'paused' },
    analytics: { googleTag: 'G-ABC1234567' },
    account: { ...dealer.account, signIn: true },
  });
  expect(shown.account.signIn).toBe(false);
  expect(shown.analytics).toEqual({});
  expect(shown.chat).toBeUndefined();
  expect(shown.status.state).toBe('live');
});
