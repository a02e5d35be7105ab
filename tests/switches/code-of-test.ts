import ts from 'typescript';

function titleOf(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The content of a file, without its comments. */
const codeOf = (node: ts.Node): string =>
  node.getChildCount() === 0 ? node.getText() : node.getChildren().map(codeOf).join(' ');

/** A case of a table of switches: `{ switch: 'slots', … }`. */
const isCaseOf = (node: ts.Node, path: string): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some(
    (each) =>
      ts.isPropertyAssignment(each) && each.name.getText() === 'switch' && titleOf(each.initializer) === path,
  );

/**
 * The code of the test, suite or case of that title, less the title; undefined where there is none.
 * @param title as written, an ellipsis for what a template fills in; of a table of cases the switch
 */
export function codeOfTest(file: string, text: string, title: string): string | undefined {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let code = '';
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && titleOf(node.arguments[0]) === title) {
      code += [node.expression, ...node.arguments.slice(1)].map(codeOf).join(' ');
    } else if (isCaseOf(node, title)) code += codeOf(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return code || undefined;
}
