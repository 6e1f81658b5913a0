import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readPages } from "@traffic-policy/project/user-cache";
import { loadCommand } from "./load-command.ts";
import { prepareEngine } from "./prepare-engine.ts";
import { runScript } from "./run-script.ts";

prepareEngine();

export const command = loadCommand({
  run(name) {
    const file = join(__dirname, `${name}.cjs`);
    return runScript(file, readPages(file).toString("latin1"));
  },
  require,
  // Code from a cache has lost where it is, and cannot import by itself.
  nativeImport: (specifier) => import(specifier),
  importMeta: {
    filename: __filename,
    get url() {
      return pathToFileURL(__filename).href;
    },
  },
});
