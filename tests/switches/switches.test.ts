import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openRenderedPages } from './rendered-pages.ts';
import type { SwitchCase } from './switch-case.ts';

const AREAS = import.meta.glob<{ default: readonly SwitchCase[] }>('./*.cases.ts', { eager: true });

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

const says = (html: string, what: string | RegExp | null) =>
  what !== null && (typeof what === 'string' ? html.includes(what) : what.test(html));

/** Text of a page without its scripts' and islands' data, which may contain words that are not shown. */
const shown = (html: string) => html.replace(/<astro-island[^>]*>/g, '<astro-island>');

for (const [file, { default: cases }] of Object.entries(AREAS)) {
  describe(file.replace(/^\.\/|\.cases\.ts$/g, ''), () => {
    it.each(cases.map((each) => [`${each.id} ${each.switch} on ${each.page}`, each] as const))(
      '%s: each value shows, and only where it is set',
      async (_title, { switch: path, page, values, given = {} }) => {
        const answers = [];
        for (const [value] of values) answers.push(await pages.render(page, { ...given, [path]: value }));
        for (const [at, [value, own]] of values.entries()) {
          const html = shown(answers[at]?.html ?? '');
          const name = `${path} = ${JSON.stringify(value)}`;
          if (own !== null) expect(says(html, own), `${name} should show ${own}`).toBe(true);
          for (const [other] of values.map(([, text]) => [text] as const)) {
            if (other !== null && other !== own) {
              expect(says(html, other), `${name} should not show ${other}`).toBe(false);
            }
          }
        }
      },
    );
  });
}
