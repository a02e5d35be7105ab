import sharp from 'sharp';
import { startSeparateStack } from '../demo/separate-stack.ts';
import { launchChromium } from '../programs/chromium.ts';

/** Takes the README's pictures from the demo as it is now: `npx node scripts/readme/take-pictures.ts`. */
const PICTURES = [
  { name: 'metro', dealer: 'riverbend', path: '/' },
  { name: 'yard', dealer: 'ridgeline-isuzu', path: '/' },
  { name: 'salon', dealer: 'aldermoor', path: '/' },
  { name: 'search', dealer: 'riverbend', path: '/search/new-used-and-demo-cars' },
  {
    name: 'vehicle',
    dealer: 'kookaburra-cars',
    path: '/search/used-cars',
    follow: '.vehicle-card:has(picture) :is(h2, h3) a',
  },
];

const stack = await startSeparateStack('readme');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
for (const { name, dealer, path, follow } of PICTURES) {
  await page.goto(`http://${dealer}.localhost:${stack.port}${path}`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Escape');
  if (follow) {
    await page.locator(follow).first().click();
    await page.waitForLoadState('networkidle');
  }
  const file = `scripts/readme/${name}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);
  console.log(file);
}
await browser.close();
await stack.stop();
