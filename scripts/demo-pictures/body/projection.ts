/**
 * Looks up where a fragment of the skin lies in the drawn views: by the side's for faces turned sideways, by the
 * front's and rear's ahead and behind (unrolled round the corners), by the top's for faces turned up.
 */
export const PROJECTION = /* glsl */ `
uniform sampler2D uMask, uRelief;
uniform vec4 uSide, uFront, uRear, uTop;
uniform vec4 uWrap;  // nose wrap, tail wrap, nose end, tail end
uniform vec4 uCabin; // rear, middle, front, -
uniform vec2 uFoot;  // height of the windscreen's foot, of the rear screen's
uniform vec4 uWheel; // front x, rear x, height, arch radius
varying vec3 vAt;
varying vec3 vOut;
varying float vCut;
struct Place { vec2 side, front, rear, top; vec4 on; };
Place placeOf(vec3 p, vec3 n) {
  Place at;
  float a = abs(p.z);
  bool ahead = p.x > uCabin.y;
  float foot = ahead ? uFoot.x : uFoot.y;
  bool screen = p.y > foot && (ahead ? p.x < uCabin.z : p.x > uCabin.x) && abs(n.z) < 0.72 && n.y < 0.985;
  bool nose = p.x > uWrap.z && p.y < uFoot.x && n.y < 0.9;
  bool tail = p.x < uWrap.w && p.y < uFoot.y && n.y < 0.9;
  at.side = p.xy * uSide.xy + uSide.zw;
  at.top = vec2(p.x, a) * uTop.xy + uTop.zw;
  at.front = vec2(a + (screen ? 0.0 : max(0.0, uWrap.x - p.x)), p.y) * uFront.xy + uFront.zw;
  at.rear = vec2(a + (screen ? 0.0 : max(0.0, p.x - uWrap.y)), p.y) * uRear.xy + uRear.zw;
  at.on = vec4(abs(n.z) > 0.45, ahead && (nose || screen), !ahead && (tail || screen), n.y > 0.55);
  return at;
}
vec4 maskAt(Place at) {
  vec4 m = vec4(0.0);
  if (at.on.x > 0.5) m = max(m, texture2D(uMask, at.side));
  if (at.on.y > 0.5) m = max(m, texture2D(uMask, at.front));
  if (at.on.z > 0.5) m = max(m, texture2D(uMask, at.rear));
  if (at.on.w > 0.5) m = max(m, texture2D(uMask, at.top));
  return m;
}
float heightAt(Place at) {
  float h = 0.0;
  if (at.on.x > 0.5) h += texture2D(uRelief, at.side).r - 0.502;
  if (at.on.y > 0.5) h += texture2D(uRelief, at.front).r - 0.502;
  if (at.on.z > 0.5) h += texture2D(uRelief, at.rear).r - 0.502;
  if (at.on.w > 0.5) h += texture2D(uRelief, at.top).r - 0.502;
  return h;
}
bool inArch(vec3 p) {
  vec2 f = p.xy - vec2(uWheel.x, uWheel.z), r = p.xy - vec2(uWheel.y, uWheel.z);
  return vCut > 0.5 && abs(p.z) > 0.4 && min(dot(f, f), dot(r, r)) < uWheel.w * uWheel.w;
}
float glassOf(vec4 m) { return m.r - m.g; }
float chromeOf(vec4 m) { return min(m.r, m.g) * (1.0 - m.b); }
float trimOf(vec4 m) { return max(0.0, m.g - m.r) * (1.0 - m.b); }
`;

export const VERTEX_PARTS = /* glsl */ `
attribute float cut;
varying vec3 vAt;
varying vec3 vOut;
varying float vCut;
`;
export const VERTEX_MAIN = /* glsl */ `vAt = position; vOut = normal; vCut = cut;`;
