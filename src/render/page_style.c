#include "render/page_style.h"

#include <stddef.h>

const char *const page_style[] = {
	":root{color-scheme:light "
	"dark;--back:#f4f6f8;--card:#fff;--text:#1d232b;--soft:#5b6673;--line:#dfe4ea;--accent:#0066a1;--warn:#8a4b00;-"
	"-warn-back:#fff5e0;",
	"--warn-line:#e69f00}",
	"@media screen and "
	"(prefers-color-scheme:dark){:root{--back:#12161b;--card:#1b2128;--text:#e5e9ee;--soft:#9aa6b3;--line:#303944;-"
	"-accent:#6cb8ea;",
	"--warn:#ffcf80;--warn-back:#2e2412;--warn-line:#c58a1a}}",
	"*{box-sizing:border-box}",
	"html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}",
	"body{margin:0;background:var(--back);color:var(--text);font:16px/1.6 system-ui,-apple-system,'Segoe "
	"UI',Roboto,'Noto Sans','Liberation Sans',sans-serif}",
	".page{max-width:1100px;margin:0 auto;padding:40px 24px 64px}",
	"h1{font-size:clamp(1.6rem,1.2rem + "
	"1.8vw,2.3rem);line-height:1.2;letter-spacing:-.02em;margin:0;overflow-wrap:anywhere}",
	".subtitle{color:var(--soft);font-size:1.05rem;margin:.4rem 0 0;overflow-wrap:anywhere}",
	"h2{font-size:1.35rem;line-height:1.3;letter-spacing:-.01em;margin:2.8rem 0 "
	".8rem;scroll-margin-top:1rem;overflow-wrap:anywhere}",
	"p{margin:.6rem 0 1rem;max-width:75ch;overflow-wrap:anywhere}",
	"a{color:var(--accent)}",
	":focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
	".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:1.6rem 0 "
	"0;padding:0;list-style:none}",
	".figures li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 18px}",
	".figures "
	"b{display:block;font-size:1.6rem;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums;"
	"overflow-wrap:anywhere}",
	".figures span{color:var(--soft);font-size:.875rem;line-height:1.4;display:block}",
	"nav{margin:1.6rem 0 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line);padding:.6rem 0}",
	"nav ol{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;list-style:none;margin:0;padding:0;font-size:.9375rem}",
	"nav a{text-decoration:none}nav a:hover{text-decoration:underline}",
	".card{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:1.1rem 0;padding:18px "
	"20px}",
	".warning{background:var(--warn-back);border:1px solid "
	"var(--warn-line);border-left-width:5px;border-radius:8px;padding:10px 16px;margin:1rem 0;",
	"max-width:none;",
	"color:var(--text)}.warning b{color:var(--warn)}",
	"figure.plot{position:relative}",
	"figcaption{padding-right:104px;margin-bottom:8px;overflow-wrap:anywhere}figcaption "
	"b{display:block;line-height:1.35}",
	"figcaption span{display:block;color:var(--soft);font-size:.9rem;line-height:1.45}",
	".plot svg{display:block;width:100%;height:auto;touch-action:manipulation}",
	".plot svg>rect:first-of-type{fill:transparent}",
	".plot svg>image{display:none}",
	".plot svg text,.plot svg tspan{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation "
	"Sans',sans-serif;fill:var(--text)}",
	".plot svg .gridline{stroke:var(--line)}",
	".plot svg [id$=_keyentry]{cursor:pointer}",
	".plot "
	"#coord_text{font-size:13px;font-weight:600;stroke:var(--card);stroke-width:5px;stroke-linejoin:round;paint-"
	"order:stroke;transform:translate(0,-10px)}",
	".narrow{display:none}",
	"@media screen and (max-width:640px){.narrow{display:block}.wide{display:none}}",
	".tools{position:absolute;top:14px;right:16px;display:flex;gap:4px}",
	".tools button{font:inherit;font-size:.9rem;line-height:1;min-width:30px;height:30px;padding:0 "
	"7px;color:var(--soft);background:none;",
	"border:1px solid var(--line);",
	"border-radius:7px;cursor:pointer}.tools button:hover{color:var(--text);border-color:var(--soft)}",
	".hint{color:var(--soft);font-size:.8125rem;line-height:1.45;margin:.5rem 0 0;max-width:none}",
	".scroll{overflow-x:auto;margin:0 -4px;padding:0 4px}",
	"table{border-collapse:collapse;min-width:60%;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-"
	"nums}",
	"caption{caption-side:top;text-align:left;font-weight:700;font-size:1rem;padding-bottom:8px;position:sticky;"
	"left:0}",
	"th,td{padding:6px 14px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}",
	"th:first-child,td:first-child{padding-left:2px}td:first-child{white-space:nowrap}th:last-child,td:last-child{"
	"padding-right:2px}",
	"th{font-weight:600;vertical-align:bottom;color:var(--soft);border-bottom:2px solid var(--line)}th "
	"small{font-weight:400;white-space:nowrap}",
	"th small::before{content:'['}",
	"th small::after{content:']'}",
	".n{text-align:right;white-space:nowrap}tbody tr:last-child td{border-bottom:0}tbody "
	"tr:hover{background:color-mix(in srgb,var(--accent) 7%,transparent)}",
	"summary{cursor:pointer;font-weight:700}summary "
	"small{color:var(--soft);font-weight:400;margin-left:.5em}details[open] summary{margin-bottom:10px}",
	".summary{margin-top:12px;padding-top:10px;border-top:1px solid var(--line);font-size:.9rem}.summary "
	"b{display:block}",
	"dl{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;margin:0}dl "
	"div{display:flex;gap:.5em}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums;",
	"overflow-wrap:anywhere}",
	"@media (max-width:640px){.page{padding:24px 14px "
	"48px}.card{padding:14px}figcaption{padding-right:0}.tools{position:static;margin-bottom:6px}",
	".figures{grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:8px}.figures li{padding:10px "
	"12px}.figures b{font-size:1.3rem}th,td{padding:6px 9px}}",
	"@media "
	"print{@page{margin:15mm}:root{color-scheme:light;--back:#fff}body{font-size:10.5pt}.page{max-width:none;"
	"padding:0}.tools,.hint,nav{display:none}",
	".card,.figures "
	"li,.warning{break-inside:avoid}.table{break-inside:auto}tr{break-inside:avoid}thead{display:table-header-"
	"group}h2{break-after:avoid}",
	".scroll{overflow:visible}table{font-size:8pt}th,td{padding:3px "
	"6px}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}",
	NULL,
};

const char *const page_script[] = {
	"(function () {",
	"'use strict';",
	"var keys = {'+': ['zoom', 'in'], '-': ['zoom', 'out'], 'Home': ['reset'], '#': ['grid'], 'ArrowLeft': ['pan', "
	"'left'], 'ArrowRight': ['pan', 'right'],",
	"\t'ArrowUp': ['pan', 'up'], 'ArrowDown': ['pan', 'down']};",
	"function plotOf(node) {",
	"\tvar svg = node.closest ? node.closest('.plot svg') : null;",
	"\treturn svg && svg.gnuplot ? svg : null;",
	"}",
	"window.addEventListener('wheel', function (event) {",
	"\tvar svg = plotOf(event.target);",
	"\tif (!svg) return;",
	"\tevent.stopImmediatePropagation();",
	"\tif (!event.ctrlKey && !event.metaKey) return;",
	"\tevent.preventDefault();",
	"\tsvg.gnuplot.zoom(event.deltaY < 0 ? 'in' : 'out');",
	"}, {capture: true, passive: false});",
	"window.addEventListener('keydown', function (event) {",
	"\tvar svg = plotOf(event.target), key = keys[event.key];",
	"\tevent.stopImmediatePropagation();",
	"\tif (!svg || !key || event.ctrlKey || event.metaKey || event.altKey) return;",
	"\tevent.preventDefault();",
	"\tsvg.gnuplot[key[0]](key[1]);",
	"}, true);",
	"function size(bytes) {",
	"\tvar units = ['', 'K', 'M', 'G', 'T'], i = 0;",
	"\tfor (; bytes >= 1024 && i < 4; i++) bytes /= 1024;",
	"\treturn (i ? bytes.toPrecision(bytes < 1000 ? 3 : 4) : bytes.toFixed(0)) + units[i];",
	"}",
	"function readable(svg, figure) {",
	"\tvar label = svg.getElementById('coord_text');",
	"\treturn function (event) {",
	"\t\tvar box = svg.getBoundingClientRect(), values = label && /^(-?[\\d.]+) "
	"(-?[\\d.]+)$/.exec(label.textContent);",
	"\t\tif (!values) return;",
	"\t\tlabel.setAttribute('text-anchor', event.clientX > box.left + box.width / 2 ? 'end' : 'start');",
	"\t\tlabel.textContent = (figure.dataset.x ? size(+values[1]) : values[1]) + ', ' + values[2] +",
	"\t\t\t(figure.dataset.y ? ' ' + figure.dataset.y : '');",
	"\t};",
	"}",
	"function button(text, label, figure, method, argument) {",
	"\tvar made = document.createElement('button');",
	"\tmade.type = 'button';",
	"\tmade.textContent = text;",
	"\tmade.title = label;",
	"\tmade.setAttribute('aria-label', label);",
	"\tmade.addEventListener('click', function () {",
	"\t\tfigure.querySelectorAll('svg').forEach(function (svg) { if (svg.gnuplot) svg.gnuplot[method](argument); "
	"});",
	"\t});",
	"\treturn made;",
	"}",
	"window.addEventListener('load', function () {",
	"\tvar hint = document.createElement('p');",
	"\thint.className = 'hint';",
	"\thint.textContent = 'In each plot: click for coordinates, click a name in the key to hide its curve, hold "
	"and drag to move, ' +",
	"\t\t'Ctrl and wheel or + and \\u2212 to zoom, right click to start over.';",
	"\tdocument.querySelectorAll('figure.plot').forEach(function (figure) {",
	"\t\tvar tools = document.createElement('div'), live = false;",
	"\t\tfigure.querySelectorAll('svg').forEach(function (svg) {",
	"\t\t\tif (!svg.gnuplot) return;",
	"\t\t\tlive = true;",
	"\t\t\tsvg.setAttribute('tabindex', '0');",
	"\t\t\t['click', 'mousemove'].forEach(function (type) { svg.addEventListener(type, readable(svg, figure)); });",
	"\t\t});",
	"\t\tif (!live) return;",
	"\t\ttools.className = 'tools';",
	"\t\ttools.append(button('+', 'Zoom in', figure, 'zoom', 'in'), button('\\u2212', 'Zoom out', figure, 'zoom', "
	"'out'),",
	"\t\t\tbutton('\\u21ba', 'Start over', figure, 'reset'));",
	"\t\tfigure.querySelector('figcaption').after(tools);",
	"\t\tif (!hint.parentNode) figure.append(hint);",
	"\t});",
	"});",
	"var opened = [];",
	"window.addEventListener('beforeprint', function () {",
	"\topened = Array.from(document.querySelectorAll('details:not([open])'));",
	"\topened.forEach(function (folded) { folded.open = true; });",
	"});",
	"window.addEventListener('afterprint', function () {",
	"\topened.forEach(function (folded) { folded.open = false; });",
	"});",
	"})();",
	NULL,
};
