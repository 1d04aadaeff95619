# Keys of model files: those that models are written with are those that doc/models.md has, and the others are refused with what is meant.
. "$SONDE_SOURCE/tests/sh/lib.sh"
document=$SONDE_SOURCE/doc/models.md
sed -n '/^## The model file/,/^## Papers/p' "$document" > section

# The models that the document has for a key of a group.
models_of() # key
{
	awk -F'|' -v key=" \`\"$1\"\` " '$2 == key { gsub(/^ | $/, "", $4); print $4 }' section
}

# The keys of groups in a file, numbers from 0 on as in the document.
groups_of() # model file
{
	tr -d ' \t\n' < "$1" | grep -oE '"(any|[0-9]+([->][0-9]+)?)":[{]' | sed -E 's/[0-9]+([->])[0-9]+/0\11/; s/"[0-9]+"/"0"/; s/^"//; s/":.$//' | sort -u
}

echo '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 3, "parameters": {"L": 2e-5, "o_s": 2e-6, "o_r": 2e-6, "g": 5e-6, "G": 1e-9}}' > platform.json
for model in hockney logp loggp plogp loggpo 3pc p3pc loggp-star lmo; do
	begin "the keys of a file of $model are documented, and it is read"
	sonde estimate $model --pairs all --heterogeneous --platform synthetic:platform.json --noise 0.02 --budget 2s -o $model.json
	expect_code 0
	sonde model check $model.json
	expect_code 0
	groups_of $model.json > groups
	[ -s groups ] || fail "there are no groups"
	while read -r key; do
		case $(models_of "$key") in
		all | $model) ;;
		"all but lmo") [ $model != lmo ] || fail "\"$key\" is not documented for lmo" ;;
		*) fail "\"$key\" is not documented" ;;
		esac
		echo "$key" >> all
	done < groups
	grep -oE '^  "[a-z_]+"|^ *"(bytes|seconds|seconds_per_byte|size|value)": [[]' $model.json | sed -E 's/^ *"([a-z_]*)".*/\1/' | sort -u > keys
	grep -qx parameters keys || fail "keys of the file are not found"
	while read -r key; do
		grep -qE "\`$key\`|\"$key\"" section || fail "$key is not documented"
	done < keys
done

begin "each key that is documented is written, or read"
grep -oE '^\| `"[^"]*"`' section | sed 's/.*`"//; s/"`//' | sort -u > documented
expect_equal "documented keys" "0 0-1 0>1 any" "$(tr '\n' ' ' < documented | sed 's/ $//')"
sed 's/"0>1"/"any"/' hockney.json > any.json
sonde model check any.json
expect_code 0
echo any >> all
expect_equal "keys that are written or read" "$(cat documented)" "$(sort -u all)"

begin "a link in the form of other models is refused with the form that is meant"
sed 's/"0>1"/"0-1"/' hockney.json > wrong.json
sonde model check wrong.json
expect_code 1
expect_err 'parameters.0-1: not a link, did you mean "0>1"?: hockney has links "0>1", from process 0 to process 1, and "any"'
sed 's/"0-1"/"0>1"/' lmo.json > wrong.json
sonde model check wrong.json
expect_code 1
expect_err 'parameters.0>1: not a link or process, did you mean "0-1"?: lmo has links "0-1", the same both ways, processes "0", and "any"'
finish
