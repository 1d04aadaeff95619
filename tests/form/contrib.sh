#!/bin/sh
# The recipes in contrib are Python, name this version and every library that CMakeLists.txt looks for.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
command -v python3 > /dev/null || {
	echo "skipped: there is no python3"
	exit 77
}
python3 - <<'END'
import ast, re, sys

build = open("CMakeLists.txt").read()
version = re.search(r"project\(sonde VERSION ([0-9.]+)", build).group(1)
libraries = set(re.findall(r"pkg_check_modules\((\w+) REQUIRED", build))
same = {"sqlite3": "sqlite"}
faults = []

def texts(tree, calls):
    """The first text of each call of these names, and of each tuple in a list of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls and node.args:
            yield ast.literal_eval(node.args[0])
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in calls:
            for pair in ast.literal_eval(node.value):
                yield pair[0]

for path, calls in (("contrib/spack/packages/sonde/package.py", {"depends_on"}),
                    (f"contrib/easybuild/sonde-{version}-gompi-2022b.eb", {"dependencies"})):
    try:
        text = open(path).read()
        tree = ast.parse(text, path)
    except (OSError, SyntaxError) as fault:
        faults.append(f"{path}: {fault}")
        continue
    named = {re.split(r"[@ ]", one)[0].lower() for one in texts(tree, calls)}
    for library in sorted(libraries):
        if same.get(library, library) not in named:
            faults.append(f"{path}: {library} is missing; named are {sorted(named)}")
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    if version not in values:
        faults.append(f"{path}: {version} is not named")
    if "It has not been run" not in text:
        faults.append(f"{path}: it does not say that it was not run")
print("\n".join(faults))
sys.exit(bool(faults))
END
