import { encode } from 'uqr';
import type { Paper, Place } from './paper.ts';

/** White around a code, in its modules; scanners want four. */
const QUIET_MODULES = 4;

/** A square code of an address, black on white, its quiet zone included in `width`. */
export function drawQrCode(paper: Paper, address: string, { x, y, width }: Place): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const module = width / (size + 2 * QUIET_MODULES);
  paper.figure(`QR code of ${address}`, () => {
    const { doc } = paper;
    doc.save().rect(x, y, width, width).fill('#ffffff');
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (!isDark || cells[column - 1]) continue;
        const end = cells.findIndex((dark, at) => at > column && !dark);
        const modules = (end === -1 ? size : end) - column;
        doc.rect(
          x + (column + QUIET_MODULES) * module,
          y + (row + QUIET_MODULES) * module,
          modules * module,
          module,
        );
      }
    }
    doc.fill('#000000').restore();
  });
}
