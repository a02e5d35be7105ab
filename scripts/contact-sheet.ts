import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { accountPages } from './contact-sheet/account-pages.ts';
import { readWishes, USAGE } from './contact-sheet/arguments.ts';
import { layOut } from './contact-sheet/lay-out.ts';
import { pageTypesOf } from './contact-sheet/page-types.ts';
import { takeShots } from './contact-sheet/take-shots.ts';
import { startSeparateStack } from './demo/separate-stack.ts';
import { CHROMIUM_FLAGS, findChromium } from './programs/chromium.ts';

/** Screenshots of every page type of the demo sites, to look at: `npx node scripts/contact-sheet.ts --help`. */
const OUT = '.data/contact-sheet';
/** Pictures on one sheet; more are too small to look at. */
const PER_SHEET = 8;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const wishes = readWishes(args);
const stack = await startSeparateStack('contact-sheet');
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_FLAGS.slice(1),
});
mkdirSync(OUT, { recursive: true });
try {
  for (const dealer of stack.dealers.filter(({ slug }) => wishes.dealers.includes(slug))) {
    const all = [...pageTypesOf(dealer), ...(await accountPages(stack.services, dealer))];
    const types = all.filter(({ name }) => wishes.pages.length === 0 || wishes.pages.includes(name));
    const origin = `http://${dealer.slug}.localhost:${stack.port}`;
    const shots = await takeShots(browser, { origin, searchPath: dealer.search.defaultPath, types }, wishes);
    for (const width of wishes.widths) {
      const own = shots.filter((shot) => shot.width === width);
      for (let first = 0; first < own.length; first += PER_SHEET) {
        const part = own.length > PER_SHEET ? `-${first / PER_SHEET + 1}` : '';
        const file = join(OUT, `${dealer.slug}-${width}${part}.png`);
        writeFileSync(file, await layOut(own.slice(first, first + PER_SHEET)));
        console.log(file);
      }
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
