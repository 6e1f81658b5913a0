/** A part of the server that loads when a document first needs it, because loading is slow in a browser. */
export class Later<Part> {
  readonly #import: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #loaded: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#import = load;
  }

  get loaded(): Part | undefined {
    return this.#loaded;
  }

  load(): Promise<Part> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Part> {
    this.#loaded = await this.#import();
    return this.#loaded;
  }
}
