import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { JsonObject } from "@traffic-policy/policy-language";

const folders = {
  fixtures: new URL("../fixtures/policies/", import.meta.url),
  published: new URL("../../e2e/fixtures/published/", import.meta.url),
  // Published policies of real users, when they lie beside the repository; no test needs them.
  corpus: new URL("../../../../shared/corpus/directions/", import.meta.url),
};

type Collection = keyof typeof folders;

/** A policy document of a fixture or the corpus. */
export interface WrittenPolicy {
  readonly name: string;
  readonly document: JsonObject;
}

/** The policy documents of these collections that are there. */
export function writtenPolicies(...collections: readonly Collection[]): readonly WrittenPolicy[] {
  return collections
    .map((collection) => folders[collection])
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => ({
          name,
          document: JSON.parse(readFileSync(new URL(name, folder), "utf8")) as JsonObject,
        })),
    );
}
