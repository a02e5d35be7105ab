import { chance } from '../rig/noise.ts';

type Pen = CanvasRenderingContext2D;

function tile(pen: Pen, x: number, y: number, width: number, height: number, fill: string) {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 14);
  pen.fill();
}

function text(
  pen: Pen,
  words: string,
  x: number,
  y: number,
  size: number,
  colour = '#e9eef4',
  weight = 500,
  align: CanvasTextAlign = 'left',
) {
  pen.fillStyle = colour;
  pen.font = `${weight} ${size}px Arial, sans-serif`;
  pen.textAlign = align;
  pen.fillText(words, x, y);
}

function map(pen: Pen, x: number, y: number, width: number, height: number, seed: number) {
  const random = chance(seed);
  pen.save();
  pen.beginPath();
  pen.roundRect(x, y, width, height, 14);
  pen.clip();
  pen.fillStyle = '#1c2530';
  pen.fillRect(x, y, width, height);
  for (let at = 0; at < 12; at++) {
    pen.fillStyle = ['#222f33', '#20353a', '#263240'][at % 3] ?? '#222f33';
    pen.fillRect(x + random() * width, y + random() * height, 40 + random() * 120, 30 + random() * 70);
  }
  pen.strokeStyle = '#3c4a59';
  for (let at = 0; at < 16; at++) {
    pen.lineWidth = 2 + random() * 4;
    pen.beginPath();
    const [px, py] = [x + random() * width, y + random() * height];
    pen.moveTo(px - width, py + (random() - 0.5) * height);
    pen.bezierCurveTo(px, py, px + 60, py + 50, px + width, py + (random() - 0.5) * height);
    pen.stroke();
  }
  pen.strokeStyle = '#4aa3ff';
  pen.lineWidth = 9;
  pen.beginPath();
  pen.moveTo(x + width * 0.45, y + height);
  pen.bezierCurveTo(
    x + width * 0.42,
    y + height * 0.6,
    x + width * 0.6,
    y + height * 0.5,
    x + width * 0.7,
    y,
  );
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.moveTo(x + width * 0.445, y + height * 0.66);
  pen.lineTo(x + width * 0.485, y + height * 0.8);
  pen.lineTo(x + width * 0.445, y + height * 0.77);
  pen.lineTo(x + width * 0.405, y + height * 0.8);
  pen.fill();
  pen.restore();
}

function dial(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  share: number,
  value: string,
  unit: string,
  colour: string,
) {
  pen.lineCap = 'butt';
  for (let at = 0; at <= 40; at++) {
    const angle = Math.PI * (0.75 + (1.5 * at) / 40);
    const long = at % 5 === 0 ? 0.13 : 0.07;
    pen.strokeStyle = at / 40 <= share ? colour : '#5a6672';
    pen.lineWidth = at % 5 === 0 ? 3 : 1.6;
    pen.beginPath();
    pen.moveTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
    pen.lineTo(x + Math.cos(angle) * radius * (1 - long), y + Math.sin(angle) * radius * (1 - long));
    pen.stroke();
  }
  pen.strokeStyle = colour;
  pen.lineWidth = 6;
  pen.beginPath();
  pen.arc(x, y, radius * 1.05, Math.PI * 0.75, Math.PI * (0.75 + 1.5 * share));
  pen.stroke();
  text(pen, value, x, y + radius * 0.16, radius * 0.56, '#ffffff', 600, 'center');
  text(pen, unit, x, y + radius * 0.44, radius * 0.17, '#9fb0c0', 400, 'center');
}

/** Two screens behind one glass: map and music, then the driver's instruments; 1600 by 280. */
export function twinScreens(pen: Pen) {
  pen.fillStyle = '#07090c';
  pen.fillRect(0, 0, 1600, 280);
  map(pen, 20, 20, 430, 240, 7);
  tile(pen, 462, 20, 170, 115, '#17212c');
  text(pen, '22°', 484, 90, 56, '#ffffff', 300);
  text(pen, 'Partly sunny', 486, 118, 17, '#9fb0c0');
  tile(pen, 462, 147, 170, 113, '#2a2036');
  const cover = pen.createLinearGradient(476, 160, 540, 250);
  cover.addColorStop(0, '#ff9a5a');
  cover.addColorStop(1, '#7e3fa0');
  tile(pen, 476, 162, 62, 62, '#000000');
  pen.fillStyle = cover;
  pen.fillRect(476, 162, 62, 62);
  text(pen, 'Coast road', 550, 188, 15);
  text(pen, '2:41', 550, 210, 14, '#9fb0c0');
  tile(pen, 476, 240, 142, 5, '#54465f');
  tile(pen, 476, 240, 64, 5, '#ffffff');
  tile(pen, 646, 20, 84, 240, '#111821');
  ['#3f9dff', '#43c178', '#f4b13e', '#e6677a'].forEach((colour, at) => {
    tile(pen, 662, 34 + at * 56, 52, 44, colour);
  });
  pen.fillStyle = '#020304';
  pen.fillRect(752, 0, 26, 280);
  dial(pen, 910, 146, 104, 0.42, '60', 'km/h', '#58b4ff');
  dial(pen, 1462, 146, 104, 0.3, '74', '% charge', '#52d69a');
  pen.fillStyle = '#141c26';
  pen.beginPath();
  pen.moveTo(1110, 262);
  pen.lineTo(1165, 96);
  pen.lineTo(1207, 96);
  pen.lineTo(1262, 262);
  pen.fill();
  pen.strokeStyle = '#dfe7ee';
  pen.lineWidth = 3;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(1186 + side * 72, 262);
    pen.lineTo(1186 + side * 20, 98);
    pen.stroke();
  }
  tile(pen, 1160, 176, 52, 34, '#c7d2dc');
  tile(pen, 1166, 166, 40, 20, '#394652');
  text(pen, '10:24', 1186, 44, 26, '#ffffff', 500, 'center');
  text(pen, '18 °C', 1060, 44, 18, '#9fb0c0', 400, 'center');
  text(pen, 'D', 1312, 46, 28, '#58b4ff', 700, 'center');
}

/** A single upright touch screen; 900 by 600. */
export function touchScreen(pen: Pen) {
  pen.fillStyle = '#090c10';
  pen.fillRect(0, 0, 900, 600);
  map(pen, 24, 24, 560, 440, 21);
  tile(pen, 604, 24, 272, 210, '#1a242f');
  text(pen, 'Pitch  2°', 640, 90, 34);
  text(pen, 'Roll  1°', 640, 140, 34);
  text(pen, '4WD high', 640, 196, 30, '#f4b13e');
  tile(pen, 604, 254, 272, 210, '#232b22');
  text(pen, '21.5°', 640, 370, 78, '#ffffff', 300);
  text(pen, 'Auto', 640, 420, 28, '#9fb0c0');
  for (let at = 0; at < 6; at++)
    tile(
      pen,
      40 + at * 140,
      490,
      110,
      84,
      ['#2f7fd6', '#39a96b', '#d5902f', '#5b6773', '#b2546b', '#5b6773'][at] ?? '#5b6773',
    );
}

/** Round instruments beside a small display; 900 by 320. */
export function roundDials(pen: Pen) {
  pen.fillStyle = '#060708';
  pen.fillRect(0, 0, 900, 320);
  dial(pen, 170, 166, 132, 0.32, '1.4', 'x 1000 rpm', '#f3f0e8');
  dial(pen, 730, 166, 132, 0.45, '80', 'km/h', '#f3f0e8');
  tile(pen, 330, 40, 240, 240, '#10151b');
  text(pen, '10:24', 450, 100, 44, '#ffffff', 500, 'center');
  text(pen, '612 km', 450, 170, 40, '#f4b13e', 500, 'center');
  text(pen, 'to empty', 450, 204, 24, '#9fb0c0', 400, 'center');
  text(pen, '24 °C   D', 450, 256, 28, '#dfe7ee', 400, 'center');
}
