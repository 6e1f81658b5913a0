import Module from "node:module";
import { loadCommand } from "../start/load-command.ts";
import { prepareEngine } from "../start/prepare-engine.ts";
import { runScript } from "../start/run-script.ts";
import { insideUrl, plainAsset } from "./assets.ts";

// A process that the command starts is started as Node would be: with the file to run before its arguments.
if (process.argv[2] === process.execPath) process.argv.splice(2, 1);

prepareEngine();

/** An undocumented part of Node that gives a script the `import` of a file. */
interface Compiled {
  readonly exports: (specifier: string) => Promise<unknown>;
  _compile(text: string, file: string): void;
}

// The script of an executable can import nothing but what Node has built in.
const moduleOfImport = new Module(process.execPath) as unknown as Compiled;
// oxlint-disable-next-line no-underscore-dangle -- its name in Node
moduleOfImport._compile("module.exports = (specifier) => import(specifier);", process.execPath);

const command = loadCommand({
  run: (name) =>
    runScript(`${process.execPath}/${name}.cjs`, plainAsset(`${name}.cjs`).toString("latin1")),
  require,
  nativeImport: (specifier) => moduleOfImport.exports(specifier),
  importMeta: { filename: process.execPath, url: `${insideUrl}start.cjs` },
});

void command.main();
