"""Write the corpus to target/corpus/, or another folder: an archive, a source
package for PyPI and a package for npm. All three have the same files, and the
same files make the same bytes."""

import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Every file in these places is in the packages, at the same path.
PLACES = (":(glob)LICENSE-*", "SPEC.md", "docs/defects.md", ":(glob)testvectors/*.md",
          ":(glob)testvectors/*.csv", "testvectors/json", "testvectors/reference")
# The files of this folder in the packages.
OWN = {"README.md": "README.md", "backend.py": "backend.py", "pyproject.toml": "pyproject.toml",
       "__init__.py": "testvectors/__init__.py"}
SUMMARY = "Test vectors for Constrained Resource Identifiers (CRIs) and URIs"
KEYWORDS = ["cri", "uri", "coap", "cbor", "rfc3986", "conformance"]
LICENCE = "MIT OR Apache-2.0"
# That of npm's packages. Programs that write zip files refuse dates before 1980.
DATE = 499162500

NPM = {
    "name": "cri-testvectors",
    "description": SUMMARY,
    "keywords": KEYWORDS,
    "license": LICENCE,
    "exports": {
        ".": "./testvectors/json/vectors.json",
        "./package.json": "./package.json",
        "./*": "./testvectors/*",
    },
    "bin": "testvectors/json/run.py",
}
PYPI = f"""\
Metadata-Version: 2.4
Name: cri-testvectors
Summary: {SUMMARY}
Keywords: {",".join(KEYWORDS)}
License-Expression: {LICENCE}
License-File: LICENSE-APACHE
License-File: LICENSE-MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown
"""


def main(target=ROOT / "target/corpus"):
    listing = subprocess.run(["git", "ls-files", "-z", *PLACES], cwd=ROOT, check=True,
                             stdout=subprocess.PIPE).stdout
    paths = {path: ROOT / path for path in listing.decode().split("\0")[:-1]}
    paths.update((path, HERE / name) for name, path in OWN.items())
    files = {path: (source.read_bytes(), 0o755 if os.access(source, os.X_OK) else 0o644)
             for path, source in paths.items()}
    version = json.loads(files["testvectors/json/vectors.json"][0])["version"]
    npm = json.dumps({**NPM, "version": version}, indent=2) + "\n"
    files["package.json"] = npm.encode(), 0o644
    readme = files["README.md"][0].decode()
    files["PKG-INFO"] = f"{PYPI}Version: {version}\n\n{readme}".encode(), 0o644
    for package, folder in ((f"cri-testvectors-{version}.tar.gz", f"cri-testvectors-{version}"),
                            (f"pypi/cri_testvectors-{version}.tar.gz", f"cri_testvectors-{version}"),
                            (f"npm/cri-testvectors-{version}.tgz", "package")):
        path = pathlib.Path(target, package)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed(files, folder))
        print(path)


def packed(files, folder):
    """Return an archive. By default, a TarInfo names no owner."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for path, (content, mode) in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size, entry.mode, entry.mtime = len(content), mode, DATE
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(archive.getvalue(), mtime=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
