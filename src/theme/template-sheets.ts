import type { PublicConfig } from '#src/config/public/public-config.ts';

type Template = PublicConfig['template'];

/**
 * As text, so that a page holds the sheet of its own template and none of the others: `metro.css` and, where it is
 * long, the files of the folder `metro/` behind it.
 */
const FILES = import.meta.glob<string>('./templates/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

const sheets = new Map<Template, string>();

/** The CSS of a template, minified. */
export function templateSheet(template: Template): string {
  const known = sheets.get(template);
  if (known !== undefined) return known;
  const root = `./templates/${template}`;
  const parts = Object.keys(FILES)
    .filter((path) => path === `${root}.css` || path.startsWith(`${root}/`))
    .sort((a, b) => a.length - b.length);
  const sheet = parts.map((path) => FILES[path]?.trim() ?? '').join('');
  sheets.set(template, sheet);
  return sheet;
}
