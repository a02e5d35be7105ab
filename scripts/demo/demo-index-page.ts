import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { comparePath } from '#src/platform/routing/compare-path.ts';
import { href } from '#src/platform/routing/href.ts';
import { formPath, hasOwnFinancePage, infoPath } from '#src/platform/routing/page-paths.ts';
import { comparesVehicles } from '#src/platform/routing/site-routes.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import type { StateExample } from '../demo-stock/state-examples.ts';
import { TEXTS_PATH } from './crm/texts-page.ts';
import { typedExamples } from './typed-states.data.ts';

const STYLE = `body{font:17px/1.55 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#17202a}
main{max-width:44rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.7rem;margin:0 0 .3rem}p{margin:.2rem 0 1.4rem;color:#4a5663}
ul{list-style:none;padding:0;display:grid;gap:.8rem}a{display:block;padding:1rem 1.2rem;background:#fff;border:1px solid #d8dee6;border-radius:.7rem;text-decoration:none;color:inherit}
.states{gap:.3rem 1.5rem;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr))}.states a{padding:.45rem .2rem;background:none;border-width:0 0 1px;border-radius:0}
a:hover,a:focus-visible{border-color:#1b5e9e}strong{display:block;font-size:1.1rem}small{color:#4a5663}`;

const COMPARED = 3;

/** The finance pages of a site, with and without a car of its examples. */
function financeLinks(
  dealer: DealerConfig,
  { examples, port }: { examples: readonly StateExample[]; port: number },
): string[] {
  const vehicles = examples.flatMap(({ vehicle }) => (vehicle?.dealer === dealer.slug ? [vehicle] : []));
  const car = vehicles.find(({ status, price }) => status === 'in_stock' && price !== undefined);
  const sold = vehicles.find(({ status }) => status === 'sold');
  const link = (path: string, what: string) =>
    `<li><a href="http://${dealer.slug}.localhost:${port}${xmlText(path)}">${xmlText(what)}<br><small>${xmlText(dealer.name)} (${dealer.template})</small></a></li>`;
  const own = (['finance', 'personalised-finance'] as const).filter(
    (name) => dealer.pages[name].enabled && (name !== 'finance' || hasOwnFinancePage(dealer)),
  );
  return [
    ...own.flatMap((name) => {
      const path = infoPath(dealer, name);
      return [
        link(path, dealer.pages[name].title),
        ...(car ? [link(href(path, { car_id: car.id }), `${dealer.pages[name].title}, with a vehicle`)] : []),
        ...(sold ? [link(href(path, { car_id: sold.id }), `${dealer.pages[name].title}, sold vehicle`)] : []),
      ];
    }),
    ...dealer.finance.getFinanceNow.map((place) =>
      link(
        `${place === 'home' ? '/' : dealer.links.finance}#get-finance-now-title`,
        `Get Finance Now: ${place}`,
      ),
    ),
  ];
}

/** Answers `localhost` with the list of demo sites, the CRM where their leads arrive, and a vehicle in every state. */
export function demoIndexPage(options: {
  dealers: readonly DealerConfig[];
  examples: readonly StateExample[];
  port: number;
  crmUrl: string;
}) {
  const rows = options.dealers.map(({ slug, name, tagline }) => {
    const address = `http://${slug}.localhost:${options.port}`;
    return `<li><a href="${address}"><strong>${xmlText(name)}</strong>${xmlText(tagline ?? '')}<br><small>${address}</small></a></li>`;
  });
  const linkTo = (dealer: string, vehicle: StockedVehicle, text: string) => {
    const address = `http://${dealer}.localhost:${options.port}${vehiclePath(vehicle.slug)}`;
    return `<li><a href="${address}">${xmlText(text)}<br><small>${xmlText(vehicleName(vehicle))}</small></a></li>`;
  };
  const states = options.examples.flatMap(({ state, vehicle }) =>
    vehicle ? linkTo(state.dealer, vehicle, state.name) : [],
  );
  const typed = typedExamples(options.dealers).map(({ state, dealer }) => {
    const address = `http://${dealer.slug}.localhost:${options.port}${state.path(dealer)}`;
    const words = `${state.field}: ${state.typed(dealer)}`;
    return `<li><a href="${xmlText(address)}">${xmlText(state.name(dealer))}<br><small>${xmlText(words)}</small></a></li>`;
  });
  const others = options.examples.flatMap(({ state, others: elsewhere }) =>
    elsewhere.map(({ dealer, vehicle }) =>
      linkTo(dealer.slug, vehicle, `${state.name} (${dealer.template})`),
    ),
  );
  const quotes = options.dealers.flatMap(({ slug, name, finance: { quickQuote, showBrokerQuote } }) => {
    const origin = `http://${slug}.localhost:${options.port}`;
    const how = quickQuote === 'popup' ? 'in four steps, opened from a vehicle' : 'on one page';
    const linked = (path: string, text: string) =>
      `<li><a href="${origin}${path}">${text}<br><small>${xmlText(name)}</small></a></li>`;
    return [
      quickQuote === 'off' ? '' : linked(formPath('quick-quote'), `Quick quote ${how}`),
      showBrokerQuote ? linked('/', 'Quotes on pages of vehicles') : '',
    ];
  });
  const comparisons = options.dealers.filter(comparesVehicles).flatMap(({ slug, name }) => {
    const vehicles = options.examples.flatMap(({ vehicle }) =>
      vehicle?.dealer === slug && vehicle.status === 'in_stock' && vehicle.images.length > 1
        ? [vehicle.slug]
        : [],
    );
    const compared = [...new Set(vehicles)].slice(0, COMPARED);
    const address = `http://${slug}.localhost:${options.port}${comparePath(compared)}`;
    return compared.length > 1
      ? `<li><a href="${xmlText(address)}">${compared.length} vehicles side by side<br><small>${xmlText(name)}</small></a></li>`
      : [];
  });
  const finance = options.dealers.flatMap((dealer) => financeLinks(dealer, options));
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo sites</title><style>${STYLE}</style></head><body><main><h1>Demo sites</h1>
<p>Every site below is one JSON file under dealers/, served by one process.</p><ul>${rows.join('')}
<li><a href="${options.crmUrl}"><strong>Demo CRM</strong>Leads sent from the sites arrive here.<br><small>${options.crmUrl}</small></a></li>
<li><a href="${options.crmUrl}${TEXTS_PATH}"><strong>Demo phones</strong>Codes sent by text message arrive here, whatever the number.<br><small>${options.crmUrl}${TEXTS_PATH}</small></a></li></ul>
<h2 id="states">A vehicle in every state</h2><p>One page for each thing that a feed may say and a site may show.</p>
<ul class="states">${states.join('')}</ul>
<h3 id="typed">States of forms</h3><p>Each is there once the form has what is written below its name.</p>
<ul class="states">${typed.join('')}</ul>
<h2 id="quotes">Quick quotes of the finance broker</h2><ul class="states">${quotes.join('')}</ul>
<h2 id="comparisons">Comparisons</h2><ul class="states">${comparisons.join('')}</ul>
<h2 id="others">The same vehicles in the other templates</h2><p>Where a dealer of the template sells one. What a site says of it depends on its settings.</p>
<ul class="states">${others.join('')}</ul>
<h2 id="finance">Finance pages</h2><p>Each without a car, with one, and with one that is sold; then the pages with Get Finance Now.</p>
<ul class="states">${finance.join('')}</ul></main></body></html>`;
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const host = req.headers.host?.split(':')[0];
    if (host !== 'localhost' && host !== '127.0.0.1') return false;
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    res.end(html);
    return true;
  };
}
