import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/** The part of JSON Schema that the references read. */
export type SchemaNode = {
  description?: string;
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  /** Kinds of one object, distinguished by a key. */
  oneOf?: SchemaNode[];
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
  if?: SchemaNode;
  else?: SchemaNode;
};

/** The accepted input; checks that JSON Schema cannot express are left out. */
export const inputSchemaOf = (schema: v.GenericSchema): SchemaNode =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as SchemaNode;

/**
 * Removes the keys that `given` supplies from the required ones, at every depth: a file may leave them to its
 * template.
 */
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

/** Nothing is required at any depth, except within an entry of a list, because lists replace each other. */
export function nothingRequired({ required: _, properties, ...rest }: SchemaNode): SchemaNode {
  if (!properties) return rest;
  const relaxed = Object.entries(properties).map(([key, child]) => [key, nothingRequired(child)] as const);
  return { ...rest, properties: Object.fromEntries(relaxed) };
}

/** Only what is required, at every depth; undefined where nothing is. */
export function onlyRequired({ required, properties = {} }: SchemaNode): SchemaNode | undefined {
  const below = Object.entries(properties).flatMap(([key, child]) => {
    const left = onlyRequired(child);
    return left ? [[key, left] as const] : [];
  });
  if (!required && below.length === 0) return undefined;
  return {
    ...(required ? { required } : {}),
    ...(below.length > 0 ? { properties: Object.fromEntries(below) } : {}),
  };
}
