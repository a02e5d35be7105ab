import base from './astro.config.mjs';
export default { ...base, outDir: '/tmp/zzbuild' };
