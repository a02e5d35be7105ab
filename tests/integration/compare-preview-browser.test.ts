import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { buildSites } from '#src/publishing/build/build-sites.ts';
import { runCompare } from '../../scripts/releases/compare/run-compare.ts';
import { runPreview } from '../../scripts/releases/preview/run-preview.ts';
import { BASE, PREVIEW_DEALER, startPreviewSite } from '../fixtures/preview-site.ts';
import { runCommand } from '../fixtures/run-command.ts';

type Settings = {
  content: {
    home: { headline: string; quickLinks: { href: string }[] };
    about: { picture: { url: string } };
  };
  subscriptionPlan: { minimumTerm: string };
};

let site: Awaited<ReturnType<typeof startPreviewSite>>;
let place: (...names: string[]) => string;
beforeAll(async () => {
  site = await startPreviewSite();
  place = (...names) => join(site.environment.DATA_DIR, ...names);
});
afterAll(() => site.stop());

function edit(change: (settings: Settings) => void): void {
  const file = join(site.dealersDir, `${PREVIEW_DEALER}.json`);
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Settings;
  change(settings);
  writeFileSync(file, JSON.stringify(settings));
}

/** The picture of the home page is another file in the live release, under the same names. */
function hasFormerPicture(pages: string): void {
  const names = filesUnder(pages).filter((name) => /\/parramatta-front\.webp(?:\.avif|\.webp)?$/.test(name));
  expect(names).not.toEqual([]);
  for (const name of names) {
    const content = readFileSync(join(pages, name));
    // Linked files are never written to.
    rmSync(join(pages, name));
    writeFileSync(join(pages, name), Buffer.concat([content, Buffer.from('former')]));
  }
}

it('PLAT-04 a preview is compared with the live release on every page: home, search and vehicles, texts, links and pictures', async () => {
  const dealers = ['--dealers-dir', site.dealersDir];
  const built = await buildSites({
    dealersDir: site.dealersDir,
    slugs: [PREVIEW_DEALER],
    outDir: place('dist'),
  });
  hasFormerPicture(pagesFolder(place('dist'), PREVIEW_DEALER, built.dealers[0]?.release ?? ''));
  edit(({ content, subscriptionPlan }) => {
    content.home.headline = 'Another headline.';
    for (const link of content.home.quickLinks) link.href = '/dealer-locator';
    subscriptionPlan.minimumTerm = '5 weeks';
    content.about.picture.url = '/pictures/metro-handover.webp';
  });
  const out = place('compare.html');
  const preview = [PREVIEW_DEALER, ...dealers, '--base', BASE, '--out', place('preview')];
  expect(await runCommand(runPreview, preview, site.environment)).toMatchObject({ code: 0 });
  const compared = await runCommand(
    runCompare,
    [PREVIEW_DEALER, place('preview'), ...dealers, '--dist', place('dist'), '--out', out, '--pages', '2'],
    site.environment,
  );
  expect(compared).toMatchObject({ code: 0, err: '' });
  expect(compared.out).toMatch(/pages: 0 added, 0 removed, \d+ changed, [1-9]\d* unchanged\./);

  const html = readFileSync(out, 'utf8');
  const changeOf = (address: string) =>
    new RegExp(`<h4>${address}</h4><p>Changed: ([^<]*)\\.</p>`).exec(html)?.[1] ??
    new RegExp(`<li>${address} \\(([^)]*)\\)</li>`).exec(html)?.[1];
  expect(changeOf('/')).toBe('texts, links, pictures or structure, content of pictures or documents');
  expect(html).toContain('<ins>Another headline.</ins>');
  expect(changeOf('/about-us')).toMatch(/^links, pictures or structure/);
  expect(html).toMatch(/\/search\/[a-z-]+(?: \(|<\/h4><p>Changed: )texts, links, pictures or structure[).]/);
  expect(html).toMatch(/<h4>\/cars\/[a-z0-9-]+<\/h4><p>Changed: texts\./);
  expect(html).toContain('<ins>5 weeks</ins>');
  expect(changeOf('/privacy-policy')).toBeUndefined();
  expect(html).toMatch(/alt="\/, live, 390 px"[\s\S]*alt="\/, preview, 390 px"/);
  expect(html).not.toContain('<del>Preview of');
  expect(filesUnder(place('.')).filter((name) => name.includes('.live-'))).toEqual([]);
});
