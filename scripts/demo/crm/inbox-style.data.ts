/** Of the pages of the demo CRM. */
export const INBOX_STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#f3f5f8;color:#16202b;font:16px/1.5 system-ui,sans-serif}
header{background:#16324f;color:#fff}
header div,nav div,main{max-width:60rem;margin:0 auto;padding-inline:1rem}
header div{padding-block:1.25rem 1rem}h1{margin:0;font-size:1.375rem}
header p{margin:.25rem 0 0;color:#d5e2ee}header a{color:#fff}
nav{background:#fff;border-bottom:1px solid #d3dae2;position:sticky;top:0}
nav div{display:flex;gap:.25rem;overflow-x:auto;padding-block:.5rem}
nav a{flex:none;color:#16324f;text-decoration:none;padding:.5rem .75rem;border-radius:8px;min-height:44px;display:flex;align-items:center;gap:.4rem}
nav a:hover{background:#eef2f6}nav a[aria-current]{background:#16324f;color:#fff}
nav span{font-size:.8125rem;background:#e3e9ef;color:#16202b;border-radius:99px;padding:0 .5rem}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid #b85c00;outline-offset:2px}
main{padding-block:1rem 3rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
article{background:#fff;border:1px solid #d3dae2;border-radius:10px;padding:1rem 1.25rem;overflow-wrap:anywhere}
.way{margin:0 0 .5rem;width:max-content;font-size:.8125rem;font-weight:600;border-radius:6px;padding:.05rem .5rem;background:#e3e9ef}
.way-json{background:#dcebfa}.way-adf{background:#e6e2fa}.way-adf_mail{background:#f4e0f3}.way-mail{background:#fbe9d3}.way-message{background:#d9f0e2}.way-reply{background:#e9e9e4}
h2{margin:0;font-size:1.125rem;line-height:1.35}.meta{color:#4a5866;margin:.15rem 0 .75rem;font-size:.9375rem}
.message{white-space:pre-wrap;border-left:4px solid #16324f;padding-left:.75rem;margin:.75rem 0}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem 1rem;margin:0}dt{color:#4a5866}dd{margin:0}
details{margin-top:.75rem}summary{cursor:pointer;color:#16324f;padding:.35rem 0;min-height:44px;display:flex;align-items:center}
summary::before{content:'▸';margin-right:.5rem}details[open] summary::before{content:'▾'}
pre{margin:0;background:#f3f5f8;border-radius:8px;padding:.75rem;overflow:auto;max-height:28rem;font-size:.8125rem;white-space:pre-wrap}
.empty{color:#4a5866}`;
