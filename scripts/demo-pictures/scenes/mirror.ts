import {
  type Group,
  HalfFloatType,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  PerspectiveCamera,
  type Scene,
  type Texture,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { groundMaterial } from '../rig/ground.ts';

type Reflection = { mirror: { value: Texture | null }; mirrorMatrix: { value: Matrix4 } };

/**
 * Wet ground at y = 0 that shows what stands on it.
 * @param surface as `groundMaterial` takes it; sets `wet` too: the share of a mirror, 0 to 1, and may ripple it by `bump`
 */
export function wetGround(surface: string): MeshStandardMaterial {
  const material = groundMaterial(`float wet = 0.0;\n${surface}\nmirrored = wet;`);
  const ground = material.onBeforeCompile;
  const reflection: Reflection = { mirror: { value: null }, mirrorMatrix: { value: new Matrix4() } };
  material.onBeforeCompile = (shader, renderer) => {
    ground.call(material, shader, renderer);
    Object.assign(shader.uniforms, reflection);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nuniform sampler2D mirror; uniform mat4 mirrorMatrix;\nfloat mirrored = 0.0;',
      )
      .replace(
        '#include <opaque_fragment>',
        `vec4 image = mirrorMatrix * vec4(vPlace, 1.0); vec3 up = inverseTransformDirection(normal, viewMatrix);
        float steep = clamp(dot(normalize(vViewPosition), vec3(viewMatrix[1])), 0.0, 1.0);
        float sheen = 0.03 + 0.97 * pow(1.0 - steep, 5.0);
        vec2 spot = image.xy / image.w + up.xz * vec2(0.30, 0.75);
        vec3 seen = vec3(0.0); float reach = 0.0022;
        for (int i = 0; i < 5; i++) { float t = float(i) - 2.0; seen += texture2D(mirror, spot + vec2(t * 0.4, t * 2.2) * reach).rgb * 0.2; }
        outgoingLight = mix(outgoingLight, outgoingLight * 0.55 + seen * min(1.0, sheen * 2.6 + 0.10), mirrored);
        #include <opaque_fragment>`,
      );
  };
  material.customProgramCacheKey = () => `wet ${surface}`;
  material.userData.reflection = reflection;
  return material;
}

/** Keeps the wet ground's image up to date. */
export function mirrorOf(set: Group) {
  const grounds: Mesh[] = [];
  set.traverse((part) => {
    if (part instanceof Mesh && part.material.userData.reflection) grounds.push(part);
  });
  let target: WebGLRenderTarget | null = null;
  const virtual = new PerspectiveCamera();
  return {
    reflect(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, width: number, height: number) {
      target ??= new WebGLRenderTarget(Math.round(width * 0.6), Math.round(height * 0.6), {
        type: HalfFloatType,
      });
      const forward = camera.getWorldDirection(new Vector3());
      virtual.position.copy(camera.position).setY(-camera.position.y);
      virtual.up.set(0, -1, 0);
      virtual.lookAt(virtual.position.clone().add(new Vector3(forward.x, -forward.y, forward.z)));
      virtual.updateMatrixWorld(true);
      virtual.projectionMatrix.copy(camera.projectionMatrix);
      virtual.projectionMatrix.elements[8] *= -1;
      virtual.projectionMatrixInverse.copy(virtual.projectionMatrix).invert();
      for (const ground of grounds) ground.visible = false;
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, virtual);
      for (const ground of grounds) {
        ground.visible = true;
        const { mirror, mirrorMatrix } = (ground.material as MeshStandardMaterial).userData
          .reflection as Reflection;
        mirror.value = target.texture;
        mirrorMatrix.value
          .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
          .multiply(virtual.projectionMatrix)
          .multiply(virtual.matrixWorldInverse);
      }
    },
  };
}
