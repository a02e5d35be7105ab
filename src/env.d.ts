declare namespace App {
  interface Locals {
    dealer: import('#src/config/dealer-config.ts').DealerConfig;
    site: import('#src/config/public/public-config.ts').PublicConfig;
    /** The rendered route, if it follows from the configuration. */
    route: import('#src/platform/routing/routed-site.ts').SiteRoute | undefined;
    /** Present on on-demand pages and endpoints; pages rendered by a build have none. */
    services: import('#src/server/services.ts').Services;
    /** The client, as far as it is known; undefined for a page rendered for all. */
    clientAddress: string | undefined;
    /** The shopper who is signed in, at an address with a gate; a page without one asks for the session itself. */
    contact?: import('#src/features/account/server/session.ts').Contact;
    /** Aborted once no request is waiting for the page. */
    signal?: AbortSignal;
    /** The largest picture of the first screen, set by the component that shows it; the first one set counts. */
    leadPicture?: import('#src/platform/images/image-url.ts').LeadPicture | undefined;
    /** Why the body of an upload was not read. */
    refusal?: import('#src/platform/http/endpoint.ts').Refusal;
    /** Called with what a page throws, which Astro answers by a bare 500. */
    onFailure?: (error: unknown) => void;
  }
}
