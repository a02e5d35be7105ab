import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const DOCUMENTS = [
  ...globSync('{*,{dealers,scripts,scripts/deploy,src,src/decisions,tests}/*}.md'),
  'src/server/routes/REFERENCE.md',
];
const SOURCES = globSync(['scripts/**/*.ts', 'src/**/*.ts']).filter((file) => !file.includes('.test.'));

type Command = { file: string; name: string; words: string };

/** `npm run <name> -- <words>`, to the end of the line or of its quotes. */
const COMMAND = /npm run (?:-s )?([a-z][\w:-]*)((?: [^\n`'"#|]|[^\s`'"#|])*)/g;
const commandsOf = (file: string): Command[] =>
  [...readFileSync(file, 'utf8').matchAll(COMMAND)].map(([, name = '', words = '']) => ({
    file,
    name,
    words: words.replace(/\.\s[A-Z].*$/, ''),
  }));

const commands = [...DOCUMENTS, ...SOURCES].flatMap(commandsOf);

/** Everything a script is made of: an option that none of it names cannot be read. */
const textOf = new Map<string, string>();
function sourceOf(name: string): string {
  const known = textOf.get(name);
  if (known !== undefined) return known;
  const entry = /node (?:--\S+ )*(scripts\/\S+\.ts)/.exec(scripts[name] ?? '')?.[1] ?? '';
  const folder = entry.replace(/\.ts$/, '');
  const files = [entry, ...globSync(join(folder, '**/*.ts')), ...globSync('scripts/command/*.ts')];
  const text = files
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    // A usage text is no proof that the option is read.
    .replace(/const \w*USAGE\w* = `[^`]*`/g, '');
  textOf.set(name, text);
  return text;
}

const ofOurs = ({ name }: Command) => (scripts[name] ?? '').includes('node scripts/');

it('PLAT-15 every npm script that a document, a help or a message names exists', () => {
  expect(commands.length).toBeGreaterThan(100);
  const missing = commands.filter(({ name }) => !(name in scripts));
  expect(missing).toEqual([]);
});

it('PLAT-15 every option that a document, a help or a message gives to a command is one it reads', () => {
  const unread = commands.filter(ofOurs).flatMap(({ file, name, words }) =>
    [...words.matchAll(/ --([a-z][\w-]*)/g)].flatMap(([, option = '']) => {
      const isRead = new RegExp(`['"]?\\b${option}['"]?: |'--${option}'|--${option}=`).test(sourceOf(name));
      return isRead ? [] : [`${file}: npm run ${name} -- --${option}`];
    }),
  );
  expect(unread).toEqual([]);
});

it('PLAT-15 every file that a document runs with node exists', () => {
  const files = DOCUMENTS.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/node (scripts\/[\w/-]+\.ts)/g)].map(([, path = '']) => path),
  );
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

/** As GitHub names the place of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

it('PLAT-15 every link of a document leads to a file, and to a heading of it', () => {
  const dead = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)]+))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const file = path === '' ? document : join(dirname(document), path);
        if (!existsSync(file)) return [`${document}: ${link}`];
        if (anchor === undefined) return [];
        const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
        return headings.map(anchorOf).includes(anchor) ? [] : [`${document}: ${link}`];
      },
    ),
  );
  expect(dead).toEqual([]);
});
