import { readdirSync, readFileSync } from "node:fs";
import type { JsonObject } from "@traffic-policy/policy-language";
import { sharedData } from "../../shared-data.ts";

const folders = {
  fixtures: new URL("../fixtures/policies/", import.meta.url),
  published: new URL("../../e2e/fixtures/published/", import.meta.url),
  /** Published policies of real users, when they lie beside the repository. */
  corpus: sharedData("corpus/directions/"),
  phases: sharedData("corpus/phases/"),
};

/** Whether there are policies of a collection. */
export function hasPolicies(collection: Collection): boolean {
  return folders[collection] !== undefined;
}

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
    .filter((folder) => folder !== undefined)
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => ({
          name,
          document: JSON.parse(readFileSync(new URL(name, folder), "utf8")) as JsonObject,
        })),
    );
}
