/** The style of the HTML report: readable on screen, on paper and in dark mode. */

/** Style sheet. */
export const style = `
:root{color-scheme:light dark;--line:#8884;--good:#2a7f4f;--bad:#c0392b;--mild:#b7791f;--faint:#7a7f87;--accent:#3a6ea5}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
header{display:flex;justify-content:space-between;gap:2rem;align-items:center}h1{margin:0;font-size:1.7rem}header p{margin:.2rem 0;color:var(--faint);overflow-wrap:anywhere}
.total{width:7rem;height:7rem;border-radius:50%;display:grid;place-content:center;text-align:center;flex:none;background:radial-gradient(closest-side,Canvas 80%,#0000 81%),conic-gradient(var(--accent) calc(var(--score)*1%),var(--line) 0)}
.total b{font-size:2rem;line-height:1;color:CanvasText}.total span{font-size:.8rem}
.counts{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:0;list-style:none}.counts b{font-size:1.3rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{font-weight:500}.bar{width:40%}.bar i{display:block;height:.8rem;margin-top:.35rem;border-radius:.4rem;background:var(--accent)}
small{display:block;color:var(--faint)}summary small{display:inline}em{display:block;font-style:normal;color:var(--faint)}
.verdict{white-space:nowrap;font-weight:600}.holds{color:var(--good)}.fails{color:var(--bad)}.not-determined{color:var(--faint)}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;overflow-wrap:anywhere}details ul{list-style:none;padding:0 0 0 1rem}details li{margin:.7rem 0;padding-left:.7rem;border-left:3px solid var(--faint)}
li.error{border-color:var(--bad)}li.warning{border-color:var(--mild)}.error>b{color:var(--bad)}.warning>b{color:var(--mild)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem;margin:.3rem 0;color:var(--faint)}
svg{width:100%;height:auto;overflow:visible}svg text{font-size:13px;fill:CanvasText}svg path{fill:none;stroke:var(--mild)}
@media print{details{display:block}}`;
