import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** FAV-290: the account that a lead was sent from. Few leads have one, so the index is small. */
export const leadContacts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('leads').addColumn('contact_id', 'text').execute();
    await schema
      .createIndex('leads_of_contact')
      .on('leads')
      .columns(['contact_id'])
      .where('contact_id', 'is not', null)
      .execute();
  },
};
