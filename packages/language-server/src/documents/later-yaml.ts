import type * as YamlModule from "./yaml.ts";

/** What reads and writes YAML. */
export type Yaml = typeof YamlModule;

/** What reads and writes YAML, loaded when a document first needs it: in a browser that takes a while. */
export class LaterYaml {
  #loading: Promise<Yaml> | undefined;
  #loaded: Yaml | undefined;

  /** Nothing before it is loaded. */
  get loaded(): Yaml | undefined {
    return this.#loaded;
  }

  load(): Promise<Yaml> {
    this.#loading ??= import("./yaml.ts").then((yaml) => {
      this.#loaded = yaml;
      return yaml;
    });
    return this.#loading;
  }
}
