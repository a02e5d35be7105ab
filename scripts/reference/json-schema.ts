import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#src/config/inherit.ts';

/** The part of JSON Schema that the references read. */
export type SchemaNode = {
  description?: string;
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
};

/** What a writer may put in; checks that JSON Schema cannot express are left out. */
export const inputSchemaOf = (schema: v.GenericSchema): SchemaNode =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as SchemaNode;

/** Takes what `given` supplies from the required keys, at every depth: a file may leave it to its template. */
export function withoutRequired(node: SchemaNode, given: JsonObject): SchemaNode {
  const properties = { ...node.properties };
  const supplied = Object.entries(given).filter(([key, value]) => {
    const child = properties[key];
    if (!child || !isJsonObject(value)) return child !== undefined;
    const relaxed = withoutRequired(child, value);
    properties[key] = relaxed;
    return relaxed.required === undefined;
  });
  const { required, ...rest } = node;
  const left = required?.filter((key) => !supplied.some(([name]) => name === key)) ?? [];
  return { ...rest, properties, ...(left.length > 0 ? { required: left } : {}) };
}
