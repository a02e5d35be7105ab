import type { StockCondition, StockScope } from '#src/domain/search/stock-scope.ts';

/** A text in the engine's filter language. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`;

const allOf = (conditions: readonly StockCondition[]) => conditions.map(conditionText).join(' AND ');

function facetText(condition: Extract<StockCondition, { facet: string }>): string {
  const { facet } = condition;
  if ('values' in condition) return `${facet} IN ${listed(condition.values)}`;
  const { min, max } = condition;
  const bounds = [
    ...(min === undefined ? [] : [`${facet} >= ${min}`]),
    ...(max === undefined ? [] : [`${facet} <= ${max}`]),
  ];
  return `(${bounds.join(' AND ')})`;
}

function conditionText(condition: StockCondition): string {
  if ('anyOf' in condition) return `(${condition.anyOf.map((all) => `(${allOf(all)})`).join(' OR ')})`;
  if ('facet' in condition) return facetText(condition);
  const { field } = condition;
  if ('among' in condition) return `${field} IN ${listed(condition.among)}`;
  if ('notAmong' in condition) return `${field} NOT IN ${listed(condition.notAmong)}`;
  if ('atLeast' in condition) return `${field} >= ${condition.atLeast}`;
  return `${field} = ${condition.is}`;
}

/** A scope in the engine's filter language. */
export const filterText = ({ dealer, conditions }: StockScope): string =>
  [`dealer = ${quoted(dealer)}`, ...conditions.map(conditionText)].join(' AND ');
