# What bench/image.sh and bench/image_lab.sh share. They work in a folder with p3pc.json and loggp-star.json, and set sonde.
#
# times: lines "processes size sigma grid phase tree seconds" of what was measured, one for each launch; predictions: the same after the name of a model; choices: "model processes size sigma grid scatter-tree gather-tree seconds", measured under a choice.

border_of() # sigma
{
	case $1 in 1) echo 4 ;; 3) echo 12 ;; *) echo 19 ;; esac
}

# The grids of so many processes whose parts are as large as their borders.
grids() # processes, size, sigma
{
	awk -v n="$1" -v size="$2" -v border="$(border_of "$3")" 'BEGIN {
		for (x = 1; x <= n; x++)
			if (n % x == 0 && (x == 1 || int(size / x) >= border) && (n / x == 1 || int(size * x / n) >= border))
				print x "x" n / x
	}'
}

right() { grep -q 'those of one process to the bit' said && ! grep -q NOT said || { cat said; exit 1; }; }

# Of what the program said, one line for each phase.
measured() # processes, size, sigma, grid, tree
{
	right
	tr -d , < said | awk -v key="$1 $2 $3 $4" -v tree="$5" '
		$1 == "scatter" || $1 == "gather" { print key, $1, tree, $2 }
		$1 == "exchange" && tree == "flat" { print key, $1, "-", $2 }' >> times
}

predicted() # model, processes, size, sigma
{
	"$sonde" decompose -m "$1.json" --domain "$3x$3" --border "$(border_of "$4")" -n "$2" --exchanges 1 --show 0 --one-grid --csv --quiet 2> /dev/null | tr -d '\r' | awk -F, -v key="$1 $2 $3 $4" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["distribution"] == "broadcast" { next }
		$column["step"] ~ /^(scatter|gather)$/ && $column["tree"] ~ /^(flat|binomial)$/ { print key, $column["grid"], $column["step"], $column["tree"], $column["seconds"] }
		$column["step"] == "exchange" { print key, $column["grid"], "exchange", "-", $column["seconds"] }' >> predictions
}

# What the program did under the choice of a model.
chosen() # model, processes, size, sigma
{
	right
	tr -d , < said | awk -v key="$*" '
		$4 == "sigma" { grid = $7; scatter = $9; gather = $11 }
		$1 == "scatter" || $1 == "exchange" { sum += $2 }
		$1 == "gather" { sum += 5 * $2 }
		END { print key, grid, scatter, gather, sum }' >> choices
}

# The tables. Where there were several launches medians count, and a choice is as good as the best if it is the same grid with the same trees, or the shortest of its launches is no longer than the longest of the best: the sum of the longest of each phase.
judge()
{
	awk '
		function sorted(id, i, j, t) {
			for (i = 1; i <= count[id]; i++)
				for (j = i; j > 1 && value[id, j] < value[id, j - 1]; j--) { t = value[id, j]; value[id, j] = value[id, j - 1]; value[id, j - 1] = t }
		}
		function add(id, seconds) { value[id, ++count[id]] = seconds }
		function median(id) { sorted(id); return (value[id, int((count[id] + 1) / 2)] + value[id, int(count[id] / 2) + 1]) / 2 }
		function longest(id) { sorted(id); return value[id, count[id]] }
		function shortest(id) { sorted(id); return value[id, 1] }
		# n size sigma|- grid phase tree: what is scattered and gathered does not go by sigma.
		function id_of(n, size, sigma, grid, phase, tree) { return n " " size " " (phase == "exchange" ? sigma : "-") " " grid " " phase " " tree }
		FILENAME == "times" {
			key = $1 " " $2 " " $3
			if (!(key in known)) { known[key]; keys[++n] = key }
			if (!((key, $4) in grid_known)) { grid_known[key, $4]; grids[key] = grids[key] " " $4 }
			add(id_of($1, $2, $3, $4, $5, $6), $7)
			next
		}
		FILENAME == "predictions" { prediction[$1, id_of($2, $3, $4, $5, $6, $7)] = $8; next }
		{ choice[$1, $2 " " $3 " " $4] = $5 " " substr($6, 1, 1) substr($7, 1, 1); add($1 " " $2 " " $3 " " $4, $8) }
		function tree_of(n, size, grid, phase, flat, binomial) {
			flat = id_of(n, size, "-", grid, phase, "flat")
			binomial = id_of(n, size, "-", grid, phase, "binomial")
			return median(flat) <= median(binomial) ? flat : binomial
		}
		function least(key, part, list, m, i, t, least_t, scatter, gather, exchange) {
			split(key, part, " ")
			m = split(grids[key], list, " ")
			least_t = 0
			for (i = 1; i <= m; i++) {
				scatter = tree_of(part[1], part[2], list[i], "scatter")
				gather = tree_of(part[1], part[2], list[i], "gather")
				exchange = id_of(part[1], part[2], part[3], list[i], "exchange", "-")
				t = median(scatter) + median(exchange) + 5 * median(gather)
				if (least_t == 0 || t < least_t) { least_t = t; at = list[i]; best_trees = (scatter ~ /flat$/ ? "f" : "b") (gather ~ /flat$/ ? "f" : "b"); least_longest = longest(scatter) + longest(exchange) + 5 * longest(gather) }
			}
			return least_t
		}
		function tell_predictions(model, phase, id, off, sum, m, within, worst, where) {
			for (id in count) {
				if (!((model, id) in prediction) || index(id, " " phase " ") == 0) continue
				off = prediction[model, id] / median(id) - 1
				off = off < 0 ? -off : off
				sum += off; m++; within += off <= 0.1
				if (off > worst) { worst = off; where = id }
			}
			printf "  %-8s predictions are off by %.1f %% on average, within 10 %% in %d of %d, by %.1f %% at most (%s)\n", phase, 100 * sum / m, within, m, 100 * worst, where
		}
		END {
			printf "%9s %6s %5s  %-8s %10s  %-10s %10s %6s  %-10s %10s %6s\n", "processes", "size", "sigma", "best", "ms", "P-3PC", "ms", "", "LogGP*", "ms", ""
			models[1] = "p3pc"; models[2] = "loggp-star"
			for (k = 1; k <= n; k++) {
				key = keys[k]
				t = least(key)
				split(key, part, " ")
				printf "%9d %6d %5d  %-8s %10.4f", part[1], part[2], part[3], at " " best_trees, 1e3 * t
				for (m = 1; m <= 2; m++) {
					id = models[m] " " key
					ratio = median(id) / t
					ok = choice[models[m], key] == at " " best_trees || shortest(id) <= least_longest * (1 + 1e-6)
					good[m] += ok; lost[m] += ratio - 1
					split(choice[models[m], key], chosen_as, " ")
					grid_good[m] += chosen_as[1] == at
					if (ratio > most[m]) most[m] = ratio
					printf "  %-10s %10.4f %6s", choice[models[m], key], 1e3 * median(id), ok ? "best" : sprintf("%.3f", ratio)
				}
				print ""
			}
			for (m = 1; m <= 2; m++) {
				printf "%s: the grid of the best in %d of %d; the best, trees included, in %d (%.1f %%), longer by %.2f %% on average, by %.1f %% at most\n", models[m], grid_good[m], n, good[m], 100 * good[m] / n, 100 * lost[m] / n, 100 * (most[m] - 1)
				tell_predictions(models[m], "scatter"); tell_predictions(models[m], "exchange"); tell_predictions(models[m], "gather")
			}
		}' times predictions choices
}
