"""Build a wheel, for pip and other installers (PEP 517). This file is in the
package, so that installers need no network."""

import base64
import email
import hashlib
import pathlib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
WHEEL = "Wheel-Version: 1.0\nGenerator: cri-testvectors\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
COMMANDS = "[console_scripts]\ncri-testvectors = cri_testvectors:main\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    metadata = (HERE / "PKG-INFO").read_bytes()
    name = f"cri_testvectors-{email.message_from_bytes(metadata)['Version']}"
    info = f"{name}.dist-info"
    files = {f"{info}/METADATA": metadata, f"{info}/WHEEL": WHEEL.encode(),
             f"{info}/entry_points.txt": COMMANDS.encode()}
    for path in HERE.glob("LICENSE-*"):
        files[f"{info}/licenses/{path.name}"] = path.read_bytes()
    corpus = HERE / "testvectors"
    for path in sorted(corpus.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            files[f"cri_testvectors/{path.relative_to(corpus).as_posix()}"] = path.read_bytes()
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{path},sha256={digest},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, wheel), "w") as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return wheel
