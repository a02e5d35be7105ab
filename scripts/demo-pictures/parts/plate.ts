import { CanvasTexture, Group, Mesh, MeshStandardMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { block } from './solids.ts';

/** An Australian plate, metres. */
const WIDTH = 0.372;
const HEIGHT = 0.134;

const known = new Map<string, MeshStandardMaterial>();

function face(text: string): MeshStandardMaterial {
  const before = known.get(text);
  if (before) return before;
  const canvas = document.createElement('canvas');
  canvas.width = 744;
  canvas.height = 268;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('A canvas without a pen.');
  pen.fillStyle = '#f0eee4';
  pen.fillRect(0, 0, 744, 268);
  pen.strokeStyle = '#15181c';
  pen.lineWidth = 7;
  pen.strokeRect(13, 13, 718, 242);
  pen.fillStyle = '#15181c';
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.font = 'bold 150px sans-serif';
  pen.setTransform(0.92, 0, 0, 1, 0, 0);
  pen.fillText(text, 372 / 0.92, 184);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.font = '600 28px sans-serif';
  pen.fillText('AUSTRALIA', 372, 236);
  for (const x of [96, 648]) {
    pen.beginPath();
    pen.arc(x, 42, 9, 0, Math.PI * 2);
    pen.fillStyle = '#8d8f90';
    pen.fill();
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 4;
  const material = new MeshStandardMaterial({ map, roughness: 0.45 });
  known.set(text, material);
  return material;
}

/** A number plate in its holder, its middle at the origin, readable from +x; turn it by π for the back. */
export function plate(text = 'DEM·026'): Group {
  const group = new Group();
  const holder = block([0.012, HEIGHT + 0.016, WIDTH + 0.016], 0.005);
  group.add(new Mesh(holder, MATERIALS.plastic));
  const front = new Mesh(new PlaneGeometry(WIDTH, HEIGHT), face(text));
  front.rotation.y = Math.PI / 2;
  front.position.x = 0.0068;
  group.add(front);
  return group;
}
