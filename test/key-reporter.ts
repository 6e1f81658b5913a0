import type { SerializedError, UserConsoleLog } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { showsKey } from "./recognisable-key.ts";

/** Fails the run when the API key of the tests shows in anything that they print or throw. */
export default class KeyReporter implements Reporter {
  readonly #places: string[] = [];
  #texts = 0;

  onUserConsoleLog({ content, taskId = "outside of a test" }: UserConsoleLog): void {
    this.#look(content, `what is printed in ${taskId}`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        this.#look(test.fullName, `the name of a test of ${module.relativeModuleId}`);
        for (const error of test.result().errors ?? []) this.#lookAt(error, test.fullName);
      }
    }
    for (const error of errors) this.#lookAt(error, "an error outside of the tests");
    if (this.#places.length === 0) {
      console.log(`\nThe API key shows in none of ${this.#texts} printed and thrown texts.`);
      return;
    }
    console.error(`\nThe API key shows in ${this.#places.join(", ")}.`);
    process.exitCode = 1;
  }

  #lookAt({ message, stack = "" }: SerializedError, place: string): void {
    this.#look(`${message}\n${stack}`, place);
  }

  #look(text: string, place: string): void {
    this.#texts += 1;
    if (showsKey(text)) this.#places.push(place);
  }
}
