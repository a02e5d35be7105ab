import { xmlText } from '#src/platform/text/xml.ts';
import type { Chart, DayValues, LastDays } from './last-days.ts';

/** Of the drawing, which is stretched to its place. */
const WIDTH = 300;
const HEIGHT = 64;
const GAP = 2;

const DATE = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dateText = (day: string): string => DATE.format(new Date(day));

const maxOf = (values: DayValues): number => Math.max(0, ...values.map((value) => value ?? 0));
const rounded = (value: number): number => Math.round(value * 10) / 10;

type Scale = { y(value: number): number; step: number };

function scaleOf({ values, below, goodUpTo = 0 }: Chart): Scale {
  const above = Math.max(maxOf(values), goodUpTo);
  const under = below ? maxOf(below.values) : 0;
  const range = above + under || 1;
  const axis = (HEIGHT * above) / range || HEIGHT;
  return { y: (value) => rounded(axis - (value / range) * HEIGHT), step: WIDTH / values.length };
}

/** @param sign -1 for bars below the axis */
function bars(values: DayValues, { y, step }: Scale, name: string, sign = 1): string {
  const path = values.map((value, at) =>
    value
      ? `M${rounded(at * step + GAP / 2)} ${y(0)}h${rounded(step - GAP)}V${y(sign * value)}h-${rounded(step - GAP)}z`
      : '',
  );
  return `<path class="${name}" d="${path.join('')}"/>`;
}

/** Interrupted where nothing is known; a single day is a dot. */
function line(values: DayValues, { y, step }: Scale): string {
  const path = values.map((value, at) => {
    if (value === undefined) return '';
    const place = `${rounded((at + 0.5) * step)} ${y(value)}`;
    return values[at - 1] === undefined ? `M${place}h0` : `L${place}`;
  });
  return `<path class="line" d="${path.join('')}"/>`;
}

/** The values of a day, for the pointer. */
const dayText = ({ values, part, below, format }: Chart, at: number): string => {
  const value = values[at];
  const more = [part, below].flatMap((each) =>
    each ? `, ${format(each.values[at] ?? 0)} ${each.label}` : [],
  );
  return value === undefined ? '–' : `${format(value)}${more.join('')}`;
};

function drawing(chart: Chart, days: readonly string[]): string {
  const { kind, values, part, below, goodUpTo, title, figure } = chart;
  const scale = scaleOf(chart);
  const good = goodUpTo === undefined ? '' : `<path class="good" d="M0 ${scale.y(goodUpTo)}H${WIDTH}"/>`;
  const drawn =
    kind === 'line'
      ? line(values, scale)
      : bars(values, scale, 'bars') +
        (part ? bars(part.values, scale, part.isFault ? 'fault' : 'part') : '') +
        (below ? bars(below.values, scale, 'below', -1) : '');
  // Shown by the pointer over a day.
  const notes = days.map(
    (day, at) =>
      `<rect x="${rounded(at * scale.step)}" width="${rounded(scale.step)}" height="${HEIGHT}"><title>${dateText(day)}: ${xmlText(dayText(chart, at))}</title></rect>`,
  );
  const label = `${title} of ${days.length} days: ${figure}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${xmlText(label)}"><path class="axis" d="M0 ${scale.y(0)}H${WIDTH}"/>${good}${drawn}${notes.join('')}</svg>`;
}

const sumOf = (values: DayValues): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What the second colour is, with its figure. */
function legend({ part, below, goodUpTo, format }: Chart): string {
  const item = (name: string, text: string) => `<span class="key ${name}">${xmlText(text)}</span>`;
  if (part) return item(part.isFault ? 'fault' : 'part', `${format(sumOf(part.values))} ${part.label}`);
  if (below) return item('below', `${format(sumOf(below.values))} ${below.label}`);
  return goodUpTo === undefined ? '' : item('good', `good up to ${format(goodUpTo)}`);
}

function figure(chart: Chart, days: readonly string[]): string {
  const { title, figure: total, values, format } = chart;
  const most = values.some((value) => value !== undefined)
    ? `max ${format(maxOf(values))}`
    : 'no figures yet';
  return `<figure class="chart"><figcaption>${xmlText(title)} <strong>${xmlText(total)}</strong>${legend(chart)}</figcaption>
${drawing(chart, days)}
<p class="scale"><span>${dateText(days[0] ?? '')}</span><span>${xmlText(most)}</span><span>${dateText(days.at(-1) ?? '')}</span></p></figure>`;
}

type Column = { title: string; values: DayValues; format: Chart['format'] };

const columnsOf = ({ title, values, part, below, format }: Chart): Column[] =>
  [
    { title, values },
    part && { title: `… ${part.label}`, values: part.values },
    below && { title: `… ${below.label}`, values: below.values },
  ].flatMap((column) => (column ? { ...column, format } : []));

function figuresTable({ days, charts }: LastDays): string {
  const columns = charts.flatMap(columnsOf);
  const head = columns.map(({ title }) => `<th scope="col">${xmlText(title)}</th>`).join('');
  const rows = days.map((day, at) => {
    const cells = columns.map(({ values, format }) => {
      const value = values[at];
      return `<td>${value === undefined ? '–' : xmlText(format(value))}</td>`;
    });
    return `<tr><th scope="row">${dateText(day)}</th>${cells.join('')}</tr>`;
  });
  return `<details><summary>The same as a table</summary><div class="scroll" role="region" aria-label="Figures by day" tabindex="0"><table class="figures"><thead><tr><th scope="col">Day</th>${head}</tr></thead>
<tbody>${rows.toReversed().join('\n')}</tbody></table></div></details>`;
}

/** The last days as small charts, with the same figures as a table. */
export const dayCharts = (lastDays: LastDays): string =>
  `<div class="charts">
${lastDays.charts.map((chart) => figure(chart, lastDays.days)).join('\n')}
</div>
${figuresTable(lastDays)}`;
