// What a page of sonde report is like in a browser, as lines of text in place of the page: "NAME: COUNT" of what was looked at, and "fault: …". tests/cli/browser.sh adds it to a copy of a page, behind the page's own scripts.
window.addEventListener('load', function () {
'use strict';
var lines = [], counts = {};
function fault(text) { lines.push('fault: ' + text); }
function count(name) { counts[name] = (counts[name] || 0) + 1; }
function check(name, holds, text) { count(name); if (!holds) fault(name + ': ' + text); }
function shown(node) { var box = node.getBoundingClientRect(); return box.width > 0 && box.height > 0 && node.checkVisibility(); }
function press(node, key) { node.dispatchEvent(new KeyboardEvent('keydown', {key: key, bubbles: true, cancelable: true})); }

// Parts of 255 and of 1, of "rgb(1, 2, 3)" or "rgba(1, 2, 3, 0.5)".
function colour(text) { var p = text.match(/[\d.]+/g).map(Number); return {rgb: p.slice(0, 3), a: p.length > 3 ? p[3] : 1}; }
function luminance(rgb) {
	var p = rgb.map(function (v) { v /= 255; return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
	return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2];
}
function contrast(a, b) { var x = luminance(a), y = luminance(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); }
function behind(node) {
	for (; node; node = node.parentElement) {
		var c = colour(getComputedStyle(node).backgroundColor);
		if (c.a === 1) return c.rgb;
	}
	return [255, 255, 255];
}

// The page: reachable by keyboard, nothing beside the window, nothing fetched.
if (!window.sonde_print)
	document.querySelectorAll('summary').forEach(function (summary) {
		var before = summary.parentElement.open;
		summary.click();
		check('details', summary.parentElement.open !== before, summary.textContent + ' does not open');
	});
var focusable = Array.from(document.querySelectorAll('a[href],button,summary,[tabindex="0"]')).filter(shown);
check('skip link', window.sonde_print || focusable[0].className === 'skip' && document.querySelector(focusable[0].getAttribute('href')), 'the first that takes the focus is ' + focusable[0].outerHTML);
focusable.forEach(function (node) {
	node.focus();
	check('takes the focus', document.activeElement === node, node.outerHTML.slice(0, 80));
	check('shows the focus', window.sonde_print || getComputedStyle(node).outlineStyle !== 'none', node.outerHTML.slice(0, 80));
	check('has a name', (node.getAttribute('aria-label') || node.getAttribute('aria-labelledby') || node.textContent).trim() !== '', node.outerHTML.slice(0, 80));
});
check('width', document.documentElement.scrollWidth <= window.innerWidth, 'the page is ' + document.documentElement.scrollWidth + ' wide in ' + window.innerWidth);
check('requests', performance.getEntriesByType('resource').length === 0, performance.getEntriesByType('resource').map(function (e) { return e.name; }).join(' '));

// Figures: drawn, explained, legible, operable.
document.querySelectorAll('figure.plot').forEach(function (figure, number) {
	var name = 'figure ' + (number + 1), svgs = Array.from(figure.querySelectorAll('svg')).filter(shown), svg = svgs[0];
	check('figures', svgs.length === 1, name + ' has ' + svgs.length + ' drawings to be seen');
	check('titles', figure.querySelector('figcaption b').textContent.length > 3, name + ' has no title');
	check('explanations', figure.querySelector('.reading') && figure.querySelector('.reading').textContent.length > 60, name + ' is not explained');
	if (!svg) return;
	var box = svg.getBoundingClientRect(), plot = !!svg.querySelector('#gnuplot_canvas');
	check('sizes', box.width > 200 && box.height > 100, name + ' is ' + box.width + ' by ' + box.height);
	if (window.sonde_print)
		check('page heights', figure.getBoundingClientRect().height < 1000, name + ' is higher than a page');
	var drawn = Array.from(svg.querySelectorAll('path,rect,use,circle,polygon')).filter(shown);
	check('drawings', drawn.length > 3, name + ' has ' + drawn.length + ' shapes');
	svg.querySelectorAll('text').forEach(function (text) {
		var at = text.getBoundingClientRect();
		if (!text.textContent.trim() || !shown(text)) return;
		check('texts', at.left >= box.left - 2 && at.right <= box.right + 2 && at.top >= box.top - 2 && at.bottom <= box.bottom + 2, name + ' cuts off "' + text.textContent.trim() + '"');
		if (!/^#fff|rgb\(255, 255, 255\)/.test(text.style.fill))
			check('contrasts', contrast(colour(getComputedStyle(text).fill).rgb, behind(svg)) >= 4.5, name + ': "' + text.textContent.trim() + '" is not legible');
	});
	if (!plot) return;
	var curves = Array.from(svg.querySelectorAll('g[id^=gnuplot_plot_]')).filter(function (g) { return !/_(keyentry|band)$/.test(g.id); });
	check('plots', curves.length > 0, name + ' has no curve');
	curves.forEach(function (curve) {
		var shape = Array.from(curve.querySelectorAll('path,use')).filter(function (s) { return s.getBoundingClientRect().width > 0 || s.getBoundingClientRect().height > 0; })[0];
		check('curves', shape, name + ': ' + curve.id + ' is empty');
		if (shape && getComputedStyle(shape).stroke !== 'none')
			check('colours', contrast(colour(getComputedStyle(shape).stroke).rgb, behind(svg)) >= 2, name + ': ' + curve.id + ' hardly stands out');
	});
	var values = figure.querySelector('.values'), cells = values ? values.querySelectorAll('td').length : 0;
	check('values', cells >= 3 || !curves.length, name + ' has no values');
	if (window.sonde_print || !svg.gnuplot) return;
	Array.from(svg.querySelectorAll('[id$=_keyentry]')).forEach(function (entry) {
		var curve = svg.getElementById(entry.id.replace('_keyentry', ''));
		['Enter', ' '].forEach(function (key) {
			var before = entry.getAttribute('aria-pressed');
			press(entry, key);
			check('key entries', before === 'true' && curve.getAttribute('visibility') === 'hidden' && entry.getAttribute('aria-pressed') === 'false', name + ': "' + key + '" does not hide ' + entry.id);
			press(entry, key);
			check('key entries', curve.getAttribute('visibility') !== 'hidden' && entry.getAttribute('aria-pressed') === 'true', name + ': "' + key + '" does not show ' + entry.id + ' again');
		});
	});
	var view = svg.getAttribute('viewBox');
	['+', 'ArrowLeft'].forEach(function (key) {
		press(svg, key);
		check('moves', svg.getAttribute('viewBox') !== view, name + ' does not follow ' + key);
		press(svg, 'Home');
		check('resets', svg.getAttribute('viewBox') === view, name + ' does not start over');
	});
});

// Tables: as wide as there is room, else the reader can move them; on paper nothing moves.
document.querySelectorAll('.scroll').forEach(function (region) {
	if (!shown(region)) return;
	if (window.sonde_print)
		check('tables', region.scrollWidth <= region.clientWidth + 1, region.getAttribute('aria-label') + ' is cut at ' + region.clientWidth + ' of ' + region.scrollWidth);
	else
		check('tables', region.scrollWidth <= region.clientWidth || getComputedStyle(region).overflowX === 'auto' && region.tabIndex === 0, region.getAttribute('aria-label') + ' cannot be moved');
});
check('text', contrast(colour(getComputedStyle(document.body).color).rgb, behind(document.body)) >= 7, 'the text is not legible');
lines.push('form: ' + (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') + ', background ' + (luminance(behind(document.body)) < 0.2 ? 'dark' : 'light'));
Object.keys(counts).forEach(function (name) { lines.push(name + ': ' + counts[name]); });
document.body.replaceChildren();
var out = document.createElement('pre');
out.textContent = '\n' + lines.join('\n') + '\n';
document.body.append(out);
});
