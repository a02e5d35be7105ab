declare namespace App {
  interface Locals {
    dealer: import('#src/config/dealer-config.ts').DealerConfig;
    site: import('#src/config/public/public-config.ts').PublicConfig;
    /** Present on on-demand pages and endpoints; prerendered pages have none. */
    services: import('#src/server/services.ts').Services;
  }
}
