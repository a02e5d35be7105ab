export const STYLES = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e8eb);--muted:light-dark(#59636e,#9aa4af);--paper:light-dark(#fff,#14171a);--ground:light-dark(#f3f5f7,#1d2125);--line:light-dark(#d5dae0,#363c43);--gone:light-dark(#a40e26,#ff8a8a);--come:light-dark(#116329,#7ee2a0)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:92rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.6rem;line-height:1.25}
h2{margin:2.5rem 0 .75rem;padding-bottom:.35rem;border-bottom:1px solid var(--line);font-size:1.25rem}
h3,h4{margin:1.25rem 0 .4rem;font-size:1rem;overflow-wrap:anywhere}
p{margin:.35rem 0}
.summary{font-size:1.1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.75rem 0 0;color:var(--muted);font-size:.9rem}
dd{margin:0;overflow-wrap:anywhere}
.count{padding:.05rem .5rem;border-radius:1rem;background:var(--ground);color:var(--muted);font-size:.85rem;font-weight:400}
pre{margin:0;padding:1rem;border-radius:.5rem;background:var(--ground);font:.875rem/1.55 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.addresses{columns:18rem;margin:0;padding-left:1.1rem}
.page{margin:1rem 0;padding:1rem;border:1px solid var(--line);border-radius:.5rem}
.page h3,h4{margin-top:0}
.texts{margin:.5rem 0;padding:0;list-style:none}
.texts li{overflow-wrap:anywhere}
del,ins{text-decoration:none}
del{color:var(--gone)}
ins{color:var(--come)}
del::before{content:"− "}
ins::before{content:"+ "}
.same{color:var(--muted)}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem;margin-top:1rem}
.narrow{max-width:52rem}
figure{margin:0}
figcaption{margin-bottom:.25rem;color:var(--muted);font-size:.85rem}
img{display:block;width:100%;height:auto;border:1px solid var(--line)}
`;
