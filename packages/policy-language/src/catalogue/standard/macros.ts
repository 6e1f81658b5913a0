import type { standardMacros } from "./operators.ts";

/** One way to write a macro, with names for its parts. */
export interface MacroForm {
  readonly name: (typeof standardMacros)[number];
  /** The type of the target, for macros that bind a name to each item of a list or each key of a map. */
  readonly target?: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** A phrase that describes the result. */
  readonly description: string;
}

/**
 * The forms of the macros of standard CEL.
 *
 * Source: the definition of the Common Expression Language, section "Macros".
 */
export const macroForms: readonly MacroForm[] = [
  {
    name: "all",
    target: "items",
    parameters: ["v", "condition"],
    returns: "bool",
    description: "whether the condition is true of all of them",
  },
  {
    name: "exists",
    target: "items",
    parameters: ["v", "condition"],
    returns: "bool",
    description: "whether it is true of one at least",
  },
  {
    name: "exists_one",
    target: "items",
    parameters: ["v", "condition"],
    returns: "bool",
    description: "whether it is true of exactly one",
  },
  {
    name: "filter",
    target: "items",
    parameters: ["v", "condition"],
    returns: "list",
    description: "a list of those of which it is true",
  },
  {
    name: "map",
    target: "items",
    parameters: ["v", "expression"],
    returns: "list",
    description: "a list of what the expression gives for each",
  },
  {
    name: "map",
    target: "items",
    parameters: ["v", "condition", "expression"],
    returns: "list",
    description: "the same of those of which the condition is true",
  },
  {
    name: "has",
    parameters: ["a.b"],
    returns: "bool",
    description: "whether there is a field, or a key, `b`",
  },
];
