import { Later } from "./later.ts";
import type { YamlReader } from "./yaml-reader.ts";

/** The reader and writer of YAML, loaded with the first document in it. */
export class LaterYaml extends Later<YamlReader> {
  constructor() {
    super(async () => (await import("./yaml.ts")).yaml);
  }
}
