import type { FieldType, LeadField } from '#src/domain/lead/lead-field.ts';

const WIDE_TYPES: ReadonlySet<FieldType> = new Set(['textarea', 'opt-in', 'terms']);

/** Whether a field spans the whole width of its form. */
export const isWideField = ({ type, isWide = false }: LeadField): boolean => isWide || WIDE_TYPES.has(type);

/** The fields for a form of two columns: one that would be alone in its row fills it. */
export function filledRows(fields: readonly LeadField[]): LeadField[] {
  const lone = new Set<LeadField>();
  /** The field in the left column whose right one is empty so far, by step. */
  const open = new Map<number, LeadField>();
  for (const field of fields) {
    if (field.type === 'hidden') continue;
    const { inStep = 0 } = field;
    const before = open.get(inStep);
    open.delete(inStep);
    if (!isWideField(field)) {
      if (!before) open.set(inStep, field);
    } else if (before) lone.add(before);
  }
  for (const field of open.values()) lone.add(field);
  return fields.map((field) => (lone.has(field) ? { ...field, isWide: true } : field));
}
