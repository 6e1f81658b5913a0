import { dialectNamed, type Dialect } from "@traffic-policy/policy-language";

/** The dialect of phases, loaded when a document first names one: it is a third of what the server has to read. */
export class LaterPhases {
  #loading: Promise<Dialect> | undefined;
  #loaded: Dialect | undefined;

  /** Nothing before it is loaded. */
  get loaded(): Dialect | undefined {
    return this.#loaded;
  }

  load(): Promise<Dialect> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Dialect> {
    this.#loaded = await dialectNamed("phases");
    return this.#loaded;
  }
}
