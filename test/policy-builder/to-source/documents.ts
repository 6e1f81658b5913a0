import { readdirSync, readFileSync } from "node:fs";
import type { JsonObject } from "@traffic-policy/policy-language";

const folders = {
  fixtures: new URL("../fixtures/policies/", import.meta.url),
  /** Short ones as people publish them, with their mistakes. */
  published: new URL("../../e2e/fixtures/published/", import.meta.url),
  phases: new URL("../fixtures/phases/", import.meta.url),
};

type Collection = keyof typeof folders;

/** A policy document with the name of its file. */
export interface WrittenPolicy {
  readonly name: string;
  readonly document: JsonObject;
}

/** The policy documents of these collections. */
export function writtenPolicies(...collections: readonly Collection[]): readonly WrittenPolicy[] {
  return collections
    .map((collection) => folders[collection])
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => ({
          name,
          document: JSON.parse(readFileSync(new URL(name, folder), "utf8")) as JsonObject,
        })),
    );
}
