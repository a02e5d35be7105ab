import { ageText, DEALER_COLUMNS, type StatusView } from '#src/server/status/status-view.ts';
import { columns, printable } from '../command/command.ts';

const indented = '       ';

/** Red first; under each trouble the command that fixes it. */
export function statusText({ at, level, troubles, fine, dealers }: StatusView): string {
  const lines = troubles.map(({ level, about, what, since, remedy }) => {
    const head = `${level.toUpperCase().padEnd(5)}  ${about}: ${what}`;
    const age = since === undefined ? '' : ` (${ageText(since, at)})`;
    return [`${printable(head)}${age}`, ...(remedy === undefined ? [] : [`${indented}${printable(remedy)}`])];
  });
  const table = columns([
    ['', ...DEALER_COLUMNS],
    ...dealers.map(({ level, cells }) => [level === 'green' ? '' : level.toUpperCase(), ...cells]),
  ]);
  return [
    ...lines.map((pair) => pair.join('\n')),
    ...(troubles.length > 0 ? [''] : []),
    ...fine.map(({ about, what }) => printable(`green  ${about}: ${what}`)),
    ...(dealers.length > 0 ? ['', table] : []),
    '',
    level === 'green' ? 'All is well.' : `The worst is ${level}.`,
  ].join('\n');
}
