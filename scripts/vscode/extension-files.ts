import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { libraryOf, notices } from "../third-party/notices.js";
import { celGrammars } from "./grammars/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "packages/vscode");
const command = join(root, "packages/cli");

/** The manifest of the extension, as far as it is read here. */
export interface ExtensionManifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly publisher: string;
  readonly main: string;
  /** The path of the icon in the extension. */
  readonly icon: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly extensionKind: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly contributes: object;
}

/** What is in the extension, by the paths of its files, and its manifest. */
export interface ExtensionFiles {
  readonly manifest: ExtensionManifest;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
}

/** The files of the extension, with the command as it is built, which is the server inside. */
export async function extensionFiles(): Promise<ExtensionFiles> {
  const files = new Map<string, string | Uint8Array>();
  const copy = (from: string, path: string): void => {
    files.set(path, readFileSync(from));
  };
  const manifest = published();
  files.set("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
  copy(join(folder, "README.md"), "README.md");
  copy(join(root, "CHANGELOG.md"), "CHANGELOG.md");
  copy(join(folder, manifest.icon), manifest.icon);
  for (const name of readdirSync(join(folder, "walkthrough"))) {
    copy(join(folder, "walkthrough", name), `walkthrough/${name}`);
  }
  copy(join(folder, "LICENSE"), "LICENSE.txt");
  copy(join(folder, "language-configuration.json"), "language-configuration.json");
  for (const { path, text } of celGrammars()) files.set(path, text);
  for (const name of ["assertions", "cases", "configuration"]) {
    copy(join(command, `schema/${name}.schema.json`), `schema/${name}.schema.json`);
  }
  files.set("schema/policy.schema.json", policySchema());

  const { code, licences } = await bundledClient(manifest.main);
  files.set(manifest.main.replace("./", ""), code);
  files.set("dist/third-party-licenses.txt", licences);

  if (!existsSync(join(command, "dist/start.cjs"))) {
    throw new Error("The command is not built: run `pnpm build` before.");
  }
  for (const name of readdirSync(join(command, "dist"))) {
    if (!/\.cjs$|^third-party-licenses\.txt$/.test(name)) continue;
    copy(join(command, "dist", name), `server/dist/${name}`);
  }
  for (const name of readdirSync(join(command, "dist/docs"), {
    recursive: true,
    encoding: "utf8",
  })) {
    if (name.endsWith(".md")) copy(join(command, "dist/docs", name), `server/dist/docs/${name}`);
  }
  copy(join(command, "bin/traffic-policy.cjs"), "server/bin/traffic-policy.cjs");
  // What the command reads of it: its version.
  const { name, version } = readManifest(command);
  files.set("server/package.json", `${JSON.stringify({ name, version })}\n`);
  return { manifest, files };
}

interface JsonSchemaFile {
  readonly $schema: string;
  readonly $id: string;
  readonly properties: object;
}

/** One schema for policies of both dialects: an editor finds it by the name of a file, which does not tell them apart. */
function policySchema(): string {
  const schemas = join(root, "packages/policy-language/schema");
  const part = (name: string, file: string) => {
    const text = readFileSync(join(schemas, file), "utf8");
    const parsed = JSON.parse(
      text.replaceAll('"#/$defs/', `"#/$defs/${name}/$defs/`),
    ) as JsonSchemaFile;
    const { $schema: _version, $id: _id, ...schema } = parsed;
    return schema;
  };
  const phases = part("phases", "phases.schema.json");
  return JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    if: { anyOf: Object.keys(phases.properties).map((name) => ({ required: [name] })) },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: { $ref: "#/$defs/phases" },
    else: { $ref: "#/$defs/directions" },
    $defs: { directions: part("directions", "policy.schema.json"), phases },
  });
}

/** The manifest without what is for development, with the grammars and with the version of all packages. */
function published(): ExtensionManifest {
  const {
    private: _private,
    devDependencies: _devDependencies,
    contributes,
    ...manifest
  } = readManifest(folder) as ExtensionManifest & Record<string, unknown>;
  const grammars = celGrammars().map(({ contribution }) => contribution);
  return {
    ...manifest,
    contributes: { ...contributes, grammars },
    version: readManifest(command).version,
  };
}

function readManifest(of: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(of, "package.json"), "utf8")) as ExtensionManifest;
}

/** The client in one file, with the libraries in it. */
async function bundledClient(main: string): Promise<{ code: Uint8Array; licences: string }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["src/extension.ts"],
    outfile: main,
    bundle: true,
    format: "cjs",
    platform: "node",
    // That of the oldest editor that the manifest allows.
    target: "node22",
    external: ["vscode"],
    minify: true,
    legalComments: "inline",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const libraries = Object.keys(metafile.inputs).flatMap((source) => libraryOf(source) ?? []);
  const folders = [...new Set(libraries)].map((library) => join(folder, library)).toSorted();
  const [output] = outputFiles;
  if (output === undefined) throw new Error("Nothing was bundled.");
  return { code: output.contents, licences: notices(folders) };
}
