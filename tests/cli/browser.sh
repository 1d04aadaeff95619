# The report in a browser without a window: no error of a script, no request to anywhere, every figure drawn and explained, legible in its light and dark form, on a narrow window and on paper, operable by keys alone.
. "$SONDE_SOURCE/tests/sh/lib.sh"
command -v gnuplot > "$out" || skip_test "the plots are drawn by gnuplot, which is not installed"
browser=$(command -v chromium || command -v chromium-browser) || skip_test "chromium is not installed (Debian: apt install chromium)"
root=
[ "$(id -u)" -ne 0 ] || root=--no-sandbox # it refuses to start as root with it

# looked_at PAGE ARGUMENT…: what tests/sh/browser.js found is in $out, what the scripts said in console, what the page asked the network for in requests. The browser's own requests lead nowhere.
looked_at()
{
	file=$1
	shift
	rm -f net.json
	run "$browser" --headless $root --disable-gpu --user-data-dir="$work/profile" --no-first-run --disable-background-networking --disable-component-update \
		--disable-extensions --hide-scrollbars --host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" --log-net-log="$PWD/net.json" --enable-logging=stderr "$@" \
		--dump-dom "file://$PWD/$file"
	expect_code 0
	grep 'CONSOLE' "$err" > console
	sed '1,/<pre>/d' "$out" > result
	cp result "$out"
	cp console "$err" # without what the browser misses of a desktop
	grep -o '"initiator":"[^"]*"' net.json | grep -v '"not an origin"' > requests
}

with_checks() # page, a script that goes before
{
	awk -v before="$2" -v checks="$SONDE_SOURCE/tests/sh/browser.js" '
		/<\/body>/ { print "<script>" before; while ((getline line < checks) > 0) print line; print "</script>" } { print }' "$1"
}

found() # name: how many there were of it
{
	sed -n "s/^$1: //p" "$out"
}

expect_no_fault() # figures
{
	faults=$(grep '^fault: ' "$out" | head -n 5)
	[ -z "$faults" ] || fail "$faults"
	[ ! -s console ] || fail "the scripts say: $(head -n 2 console)"
	[ ! -s requests ] || fail "the page asks for something: $(sort requests | uniq -c)"
	expect_equal "figures" "$1" "$(found figures)"
	for name in explanations "takes the focus" contrasts tables; do
		[ "0$(found "$name")" -ge 4 ] || fail "$name: only $(found "$name") were looked at"
	done
}

begin "what is wrong with a page is found: an error of a script, a request, a figure that is empty and not explained"
cat > planted.html << 'END'
<!DOCTYPE html><html><body><a href="#content">first</a><main id="content"><img src="http://127.0.0.1:9/x.png" alt="">
<figure class="plot"><figcaption><b>Title</b></figcaption><svg width="400" height="300"><text x="390" y="20">cut off</text></svg></figure></main>
<script>nosuch();</script></body></html>
END
with_checks planted.html "" > page.html
looked_at page.html
for fault in "skip link" explanations drawings texts requests; do
	expect_out "fault: $fault"
done
grep -q "nosuch is not defined" console || fail "the error of the script is not in: $(cat console)"
[ -s requests ] || fail "the request was not seen"

write_plogp model.json
synthetic="--platform synthetic:model.json --quiet --noise 0.02"
sonde estimate plogp --method fast --sizes 0,1:16K $synthetic -o fast.json
sonde estimate plogp --method saturation --sizes 0,1K,16K $synthetic -o saturation.json
sonde estimate hockney --sizes 0,1K,16K $synthetic -o hockney.json
sonde estimate loggpo --sizes 0,1K,16K $synthetic -o loggpo.json
sonde compare fast.json hockney.json --sizes 10,1000,10000 $synthetic
sonde measure p2p --sizes 0,1:16K --reps 3:5 $synthetic
sonde estimate plogp --sizes 0,1K --switching 2.7:20ms --seed 3 $synthetic
begin "a report of models"
sonde report fast.json saturation.json hockney.json loggpo.json -o models.html --json
expect_code 0
models=$(json "$out" rows/0/plots)
[ "$models" -ge 7 ] || fail "only $models plots"

"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace
sonde report --trace ring.trace -m "$SONDE_SOURCE/examples/ethernet.json" -o trace.html --json
expect_code 0
traced=$(json "$out" rows/0/plots)

for page in models trace; do
	[ $page = models ] && figures=$models || figures=$traced
	with_checks $page.html "" > page.html
	if [ $page = models ]; then
		begin "$page, light and wide"
		looked_at page.html --window-size=1280,900
		expect_no_fault "$figures"
		expect_equal "form" "light, background light" "$(found form)"
	fi
	begin "$page, dark and narrow"
	looked_at page.html --window-size=500,900 --blink-settings=preferredColorScheme=0
	expect_no_fault "$figures"
	expect_equal "form" "dark, background dark" "$(found form)"
	begin "$page, on paper: 180 mm between the margins"
	with_checks $page.html "window.sonde_print = true; window.dispatchEvent(new Event('beforeprint'));" | sed 's/^@media print{/@media all{/; s/^@media screen.*{$/@media not all{/' > print.html
	looked_at print.html --window-size=680,900
	expect_no_fault "$figures"
done
finish
