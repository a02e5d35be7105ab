import intentDirective from './intent-directive.ts';

/** Where the island runtime looks for directives. */
const directives = (Reflect.get(globalThis, 'Astro') ?? {}) as Record<string, unknown>;
Reflect.set(globalThis, 'Astro', { ...directives, intent: intentDirective });
