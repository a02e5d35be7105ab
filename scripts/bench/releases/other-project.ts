import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PageBundle, pageBundle } from '#src/publishing/page-bundle.ts';

const COPIED = ['src', 'package.json', 'package-lock.json', 'astro.config.mjs', 'tsconfig.json'];
const COMMANDS = ['build', 'build.ts', 'command', 'releases', 'releases.ts'];
const LINKED = ['node_modules', 'dealers', 'public'];
/** As a machine has them that has published before: pictures and compressed files. */
const CACHES = ['site-pictures', 'compressed'].map((name) => join('.astro/cache', name));
const CHANGED = 'src/pages/tenants/[dealer]/contact/index.astro';

/** Where a project of this folder has its compiled pages. */
const compiledIn = (project: string, code: string): string => join(project, '.astro/cache/pages', code);

/** Id of the code of a project. */
function codeIn(project: string): string {
  const { href } = new URL('../../../src/publishing/page-bundle.ts', import.meta.url);
  const script = `const { codeId } = await import('${href}'); console.log(codeId());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`The code of ${project} has no id:\n${stderr}`);
  return stdout.trim();
}

/** @returns the folder with `server` and `client` in it */
const folderOf = ({ server }: PageBundle): string => resolve(server, '..');

/**
 * The source of this project with one page changed, in a folder of its own, with the commands that build and release.
 * @param folder is created
 * @param isCompiled whether its pages are taken as compiled: it gets those of this project under its own id
 * @returns the id of its code
 */
export async function otherProject(folder: string, isCompiled: boolean): Promise<string> {
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  for (const name of COMMANDS)
    cpSync(join('scripts', name), join(folder, 'scripts', name), { recursive: true });
  for (const name of LINKED) symlinkSync(resolve(name), join(folder, name));
  for (const name of CACHES.filter(existsSync)) cpSync(name, join(folder, name), { recursive: true });
  const page = join(folder, CHANGED);
  writeFileSync(page, readFileSync(page, 'utf8').replace('---\n', '---\n// Changed.\n'));
  const code = codeIn(folder);
  if (isCompiled) cpSync(folderOf(await pageBundle()), compiledIn(folder, code), { recursive: true });
  return code;
}
