import { fileURLToPath } from "node:url";
import type { Result } from "../command.ts";
import type { Deploying } from "./service.ts";

/** The commands of a test, what each printed, how it ended, and the requests that it sent. */
export class Transcript {
  readonly #deploying: Deploying;
  #text = "";

  constructor(deploying: Deploying) {
    this.#deploying = deploying;
  }

  /** Runs a command. */
  async run(...args: readonly string[]): Promise<Result> {
    this.#deploying.takeRequests();
    const result = await this.#deploying.run(...args);
    this.add(args, result);
    return result;
  }

  /** Adds a command that has ended. */
  add(args: readonly string[], { out, err, status }: Result): void {
    const requests = this.#deploying.takeRequests();
    const printed = `${out}${err === "" ? "" : `--- stderr\n${err}`}`;
    this.#text += `$ traffic-policy ${args.join(" ")}\n${printed}--- status ${status}; requests: ${requests}\n\n`;
  }

  /** Says what happens in between. */
  note(text: string): void {
    this.#text += `# ${text}\n`;
  }

  /** All of it, without what is another each time. */
  get text(): string {
    return (
      this.#text
        .replaceAll(this.#deploying.emulator.baseUrl, "http://127.0.0.1:PORT")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-01-01T00:00:00.000Z")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z/g, "2026-01-01T00-00-00.000Z")
        .replaceAll(/(?<="(user|host)": )".*"/g, (_all, what: string) => `"${what.toUpperCase()}"`)
        // Which target is kept first depends on the answers of the service.
        .replaceAll(/(?<=2026-01-01T00.00.00\.000Z-)\d{6}/g, "NUMBER")
        .replaceAll(/Retrying in [\d.]+ s/g, "Retrying in 0.0 s")
    );
  }
}

/** The file that holds what a transcript has to be; `vitest -u` writes it anew, to be read. */
export function golden(name: string): string {
  return fileURLToPath(new URL(`golden/${name}`, import.meta.url));
}
