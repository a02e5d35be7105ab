import { afterAll } from 'vitest';
import { dropDatabases } from '../fixtures/test-database.ts';

/** After the hooks of each file of tests, which end what uses them. */
afterAll(dropDatabases);
