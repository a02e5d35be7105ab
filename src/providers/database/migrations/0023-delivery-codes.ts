import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** FORM-11: what a delivery waits for, as a code beside the sentence that people read. */
export const deliveryCodes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('outbox').addColumn('error_code', 'text').execute();
  },
};
