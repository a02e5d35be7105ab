import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** FORM-11: the account that pays an invoice, so that it is erased from the payment too. */
export const paymentContacts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('online_payments').addColumn('contact_id', 'text').execute();
  },
};
