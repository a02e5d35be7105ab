import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/**
 * A setting of dealer files that nothing reads promises ops what no page keeps. The type checker knows the place each
 * property was declared at, through every type inferred from a schema: a setting is read where code outside the
 * schemas names that very property.
 */

const CONFIG_TYPE = 'DealerConfig';
/** What the loader and editors read, which see a file before it has a type. */
const OF_THE_FILE = new Set(['$schema', 'template', 'group', 'stock.feed.preset']);
const VIRTUAL = '.astro.tsx';

export type Project = {
  files: readonly string[];
  options: ts.CompilerOptions;
  /** File with the exported type `DealerConfig`. */
  configFile: string;
  /** Whether a file's mention of a setting is not a use of it. */
  isSchema(file: string): boolean;
};

const astroSource = (file: string): string | undefined =>
  file.endsWith(VIRTUAL)
    ? convertToTsx(readFileSync(file.slice(0, -'.tsx'.length), 'utf8'), {
        ambientTypes: true,
        filename: file,
      }).code
    : undefined;

/** A compiler host that reads `X.astro` as `X.astro.tsx`. */
function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => file.endsWith(VIRTUAL) || fileExists(file);
  host.readFile = (file) => astroSource(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = astroSource(file);
    return text === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, text, version, true);
  };
  return host;
}

type Place = string;
const placesOf = (symbol: ts.Symbol | undefined): Place[] =>
  (symbol?.declarations ?? []).map((at) => `${at.getSourceFile().fileName}:${at.getStart()}`);

const ALL_KEYS = new Set(['entries', 'keys', 'values']);
const isObjectWalk = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  expression.expression.getText() === 'Object' &&
  ALL_KEYS.has(expression.name.text);

/** The properties one node reads. @param names a type is asked for only where one of these is read */
function readsOf(
  node: ts.Node,
  names: ReadonlySet<string>,
  checker: ts.TypeChecker,
): (ts.Symbol | undefined)[] {
  if (ts.isPropertyAccessExpression(node))
    return names.has(node.name.text) ? [checker.getSymbolAtLocation(node.name)] : [];
  if (ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && names.has(name.text)
      ? [checker.getTypeAtLocation(node.parent).getProperty(name.text)]
      : [];
  }
  if (ts.isElementAccessExpression(node)) return named(node, checker);
  if (ts.isCallExpression(node) && isObjectWalk(node) && node.arguments[0]) {
    return checker.getTypeAtLocation(node.arguments[0]).getProperties();
  }
  return [];
}

/** `x['key']` reads that one, `x[name]` any that `name` may be. */
function named(node: ts.ElementAccessExpression, checker: ts.TypeChecker): (ts.Symbol | undefined)[] {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  const key = checker.getTypeAtLocation(node.argumentExpression);
  const literals = (key.isUnion() ? key.types : [key]).filter((each) => each.isStringLiteral());
  return literals.map(({ value }) => type.getProperty(value));
}

function collectReads(project: Project, program: ts.Program, names: ReadonlySet<string>): Set<Place> {
  const checker = program.getTypeChecker();
  const read = new Set<Place>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || project.isSchema(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      for (const symbol of readsOf(node, names, checker))
        for (const place of placesOf(symbol)) read.add(place);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return read;
}

/** Every setting with the place of its declaration, by path: "locations.address.city". */
function settingsOf(project: Project, program: ts.Program): { path: string; places: Place[] }[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(project.configFile);
  const module = source && checker.getSymbolAtLocation(source);
  const root = module && checker.getExportsOfModule(module).find(({ name }) => name === CONFIG_TYPE);
  if (!source || !root) throw new Error(`${project.configFile} exports no type ${CONFIG_TYPE}.`);
  const isOurs = (symbol: ts.Symbol) =>
    (symbol.declarations ?? []).some((at) => project.isSchema(at.getSourceFile().fileName));
  const walk = (type: ts.Type, path: readonly string[]): { path: string; places: Place[] }[] =>
    partsOf(type, checker)
      .flatMap((part) => part.getProperties())
      .filter(isOurs)
      .flatMap((symbol) => {
        const here = [...path, symbol.name];
        const below = walk(checker.getTypeOfSymbolAtLocation(symbol, source), here);
        return below.length > 0 ? below : [{ path: here.join('.'), places: placesOf(symbol) }];
      });
  return walk(checker.getDeclaredTypeOfSymbol(root), []);
}

/** The objects a value may be, those in a list included. */
function partsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  const present = checker.getNonNullableType(type);
  const items = checker.getIndexTypeOfType(present, ts.IndexKind.Number);
  if (items && checker.isArrayType(present)) return partsOf(items, checker);
  if (present.isUnion()) return present.types.flatMap((each) => partsOf(each, checker));
  return present.flags & ts.TypeFlags.Object ? [present] : [];
}

/** @returns paths of the settings that no code outside the schemas reads */
export function unreadSettings(project: Project): string[] {
  const program = ts.createProgram(project.files, project.options, hostFor(project.options));
  const settings = settingsOf(project, program);
  const names = new Set(settings.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)));
  const read = collectReads(project, program, names);
  const unread = settings.filter(
    ({ path, places }) => !OF_THE_FILE.has(path) && !places.some((place) => read.has(place)),
  );
  return [...new Set(unread.map(({ path }) => path))];
}

const root = resolve(import.meta.dirname, '../..');

export function thisProject(): Project {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
      },
    },
  );
  const src = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(root, 'src', name),
  );
  const code = src.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const pages = src.filter((file) => file.endsWith('.astro')).map((file) => `${file}.tsx`);
  const sections = join(root, 'src/config/sections/');
  const configFile = join(root, 'src/config/dealer-config.ts');
  return {
    files: [...code, ...pages],
    options: parsed?.options ?? {},
    configFile,
    isSchema: (file) => file.startsWith(sections) || file === configFile,
  };
}

if (import.meta.main) {
  const unread = unreadSettings(thisProject());
  for (const path of unread) {
    console.error(
      `"${path}" of dealer files is read by nothing: use it, or take it out of src/config/sections.`,
    );
  }
  process.exitCode = unread.length > 0 ? 1 : 0;
}
