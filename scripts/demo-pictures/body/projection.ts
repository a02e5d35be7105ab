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
// Neighbouring fragments may look at different views, so the steps between them are given, not found by the sampler.
struct Steps { vec2 sideX, sideY, frontX, frontY, rearX, rearY, topX, topY; };
Steps stepsOf(vec3 p, vec3 alongX, vec3 alongY) {
  Steps by;
  vec2 acrossX = vec2(abs(alongX.z) + (p.x < uWrap.x && p.x > uWrap.y ? abs(alongX.x) : 0.0), alongX.y);
  vec2 acrossY = vec2(abs(alongY.z) + (p.x < uWrap.x && p.x > uWrap.y ? abs(alongY.x) : 0.0), alongY.y);
  by.sideX = alongX.xy * uSide.xy; by.sideY = alongY.xy * uSide.xy;
  by.topX = alongX.xz * uTop.xy; by.topY = alongY.xz * uTop.xy;
  by.frontX = acrossX * uFront.xy; by.frontY = acrossY * uFront.xy;
  by.rearX = acrossX * uRear.xy; by.rearY = acrossY * uRear.xy;
  return by;
}
vec4 maskAt(Place at, Steps by) {
  vec4 m = vec4(0.0);
  if (vCut < 0.5) return m;
  if (at.on.x > 0.5) m = max(m, textureGrad(uMask, at.side, by.sideX, by.sideY));
  if (at.on.y > 0.5) m = max(m, textureGrad(uMask, at.front, by.frontX, by.frontY));
  if (at.on.z > 0.5) m = max(m, textureGrad(uMask, at.rear, by.rearX, by.rearY));
  if (at.on.w > 0.5) m = max(m, textureGrad(uMask, at.top, by.topX, by.topY));
  return m;
}
// Darkness of a gap and height.
vec2 reliefAt(Place at, Steps by) {
  vec2 h = vec2(0.0);
  if (vCut < 0.5) return h;
  const vec2 level = vec2(0.0, 0.502);
  if (at.on.x > 0.5) h += textureGrad(uRelief, at.side, by.sideX, by.sideY).rg - level;
  if (at.on.y > 0.5) h += textureGrad(uRelief, at.front, by.frontX, by.frontY).rg - level;
  if (at.on.z > 0.5) h += textureGrad(uRelief, at.rear, by.rearX, by.rearY).rg - level;
  if (at.on.w > 0.5) h += textureGrad(uRelief, at.top, by.topX, by.topY).rg - level;
  return h;
}
bool inArch(vec3 p) {
  vec2 f = p.xy - vec2(uWheel.x, uWheel.z), r = p.xy - vec2(uWheel.y, uWheel.z);
  return vCut > 0.5 && abs(p.z) > 0.4 && min(dot(f, f), dot(r, r)) < uWheel.w * uWheel.w;
}
// Edges blend from one kind to the next; every blend must read as one of its two kinds.
bool isGlass(vec4 m) { return m.r - m.g > 0.04 && m.b < 0.5; }
float chromeOf(vec4 m) { return smoothstep(0.35, 0.7, min(m.r, m.g)) * (1.0 - m.b); }
float trimOf(vec4 m) { return m.g * (1.0 - smoothstep(0.4, 0.9, m.r)); }
`;

export const VERTEX_PARTS = /* glsl */ `
attribute float cut;
varying vec3 vAt;
varying vec3 vOut;
varying float vCut;
`;
export const VERTEX_MAIN = /* glsl */ `vAt = position; vOut = normal; vCut = cut;`;
