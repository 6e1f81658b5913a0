import type {
  Dialect,
  Edit,
  JsonObject,
  JsonValue,
  Position,
  Protocol,
} from "@traffic-policy/policy-language";
import type { Environment } from "../configuration/environments.ts";
import type { Files } from "../files/files.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import type { ChangedPart } from "./written-texts.ts";

/** A policy that a module exports, and what is to become of it. */
export interface PolicyToMigrate {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** The policy document after migration. */
  readonly document: JsonObject;
  /** The migration results of its parts, by their original paths. */
  readonly parts: {
    readonly texts: readonly { readonly path: string; readonly value: JsonValue }[];
    readonly fields: readonly Edit[];
    readonly moves: readonly { readonly path: string; readonly section: string }[];
  };
  /** Where its last rule forwards to, which it does not have yet. */
  readonly forwardTo?: string;
}

/** A module, with all policies that it exports, in their order. */
export interface ModuleToMigrate {
  /** Absolute path. */
  readonly file: string;
  readonly policies: readonly PolicyToMigrate[];
  /** The environments that its policies were loaded for. */
  readonly environments: readonly Environment[];
}

export interface CodeMigrationOptions {
  readonly files: Files;
  readonly from: Dialect;
  readonly to: Dialect;
  readonly textChanges: (
    text: string,
    kind: "expression" | "interpolation",
  ) => readonly ChangedPart[];
  readonly placeOf?: (file: string) => string;
}

/** A part of a module that is not as it should be. */
export interface CodeFinding {
  /** Absolute path. */
  readonly file: string;
  readonly start: Position;
  /** The finding as a sentence. */
  readonly message: string;
}

/** The result of migrating modules. */
export interface MigratedCode {
  /**
   * - `exact`: they build just what they should.
   * - `different`: they build policies with other texts, which may do the same.
   * - `failed`: they build something else, or no policies any more.
   */
  readonly state: "exact" | "different" | "failed";
  /** The texts of those that change, by where they are written. */
  readonly texts: ReadonlyMap<string, string>;
  /** The modules that are not those that were asked for, and change with them; where they are now. */
  readonly shared: readonly string[];
  /** For each module, what its policies are afterwards; nothing when it cannot be run. */
  readonly built: readonly (readonly LoadedPolicy[])[];
  /** The changes that could not be made or were skipped. */
  readonly findings: readonly CodeFinding[];
}
