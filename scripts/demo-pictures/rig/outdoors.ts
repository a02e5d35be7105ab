import { CircleGeometry, Color, Mesh, MeshBasicMaterial, PlaneGeometry, type WebGLRenderer } from 'three';
import { backdropWall } from '../outdoors/backdrop.ts';
import { PLACES, type PlaceName } from '../outdoors/places.ts';
import { groundMaterial } from './ground.ts';
import { skyDome } from './sky.ts';
import { environmentOf, type Stage } from './studio.ts';

/** A place under the late afternoon's sun, the background out of focus. */
export function outdoors(renderer: WebGLRenderer, name: PlaceName): Stage {
  const { sky, backdrop, ground, groundGlow, sun, skyLight, exposure } = PLACES[name];
  const wall = backdropWall(backdrop);
  const dome = skyDome(sky, 90);
  return {
    name,
    environment: environmentOf(renderer, (scene) => {
      scene.add(dome, wall);
      const floor = new Mesh(
        new CircleGeometry(58, 48),
        new MeshBasicMaterial({ color: new Color(groundGlow) }),
      );
      floor.rotation.x = -Math.PI / 2;
      floor.position.y = -0.9;
      scene.add(floor);
    }),
    environmentStrength: skyLight,
    lamps: [{ from: sky.sun, spread: 0.022, colour: sun.colour, strength: sun.strength }],
    build(scene) {
      scene.add(dome, wall);
      const floor = new Mesh(new PlaneGeometry(240, 240), groundMaterial(ground));
      floor.rotation.x = -Math.PI / 2;
      floor.receiveShadow = true;
      scene.add(floor);
    },
    exposure,
    contact: 0.8,
  };
}
