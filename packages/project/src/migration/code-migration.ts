import type {
  Dialect,
  Edit,
  JsonObject,
  JsonValue,
  Position,
  Protocol,
} from "@traffic-policy/policy-language";
import type { Files } from "../files/files.ts";
import type { LoadedPolicy, LoadOptions } from "../policies/loaded-policy.ts";
import type { ChangedPart } from "./written-texts.ts";

/** A policy that a module exports, and what is to become of it. */
export interface PolicyToMigrate {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** What it is to be afterwards. */
  readonly document: JsonObject;
  /** What becomes of its parts, by their paths before. */
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
  /** How its policies were loaded. */
  readonly loading: LoadOptions;
}

/** How modules are migrated. */
export interface CodeMigrationOptions {
  readonly files: Files;
  readonly from: Dialect;
  readonly to: Dialect;
  /** What changes in an expression, or in a config string. */
  readonly textChanges: (
    text: string,
    kind: "expression" | "interpolation",
  ) => readonly ChangedPart[];
  /** Where a module is written; in its own place when left out. */
  readonly placeOf?: (file: string) => string;
}

/** A part of a module that is not as it should be. */
export interface CodeFinding {
  /** Absolute path. */
  readonly file: string;
  readonly start: Position;
  /** What is so, in a sentence. */
  readonly message: string;
}

/** What became of modules. */
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
  /** What could not be changed, or was not. */
  readonly findings: readonly CodeFinding[];
}
