import { getOrAdd } from "../bounded-map.ts";
import type { ActionDefinition } from "./action.ts";
import type { FunctionDefinition } from "./function.ts";
import type { Section } from "./section.ts";
import type {
  Absence,
  RecordDefinition,
  VariableNamespace,
  VariableDefinition,
} from "./variable.ts";

/** One vocabulary of policy documents: its top-level keys, actions, variables and functions. */
export interface Dialect {
  readonly name: string;
  /** For a dialect that extends another one: the one of this package that it began with. */
  readonly base?: Dialect;
  /** The top-level keys of a policy document, each a list of rules, in the order in which they run. */
  readonly sections: ReadonlyMap<string, Section>;
  /** The actions by their type. */
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly namespaces: readonly VariableNamespace[];
  /**
   * Names that people know from other systems, in lower case and without `_`, with what they mean here:
   * `req.clientip` for `req.ClientIP`, `req.clientIp` and `req.client_ip`.
   */
  readonly foreignNames?: ReadonlyMap<string, string>;
  /**
   * The day on which the service's documentation first had a variable or an action, as `2024-05-24`, by its name; nothing
   * where that is not known.
   */
  readonly documentedSince?: ReadonlyMap<string, string>;
  /** The records by their name. */
  readonly records: ReadonlyMap<string, RecordDefinition>;
  /** The functions and methods by their name, those of standard CEL among them. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /**
   * Names of functions and methods that people know from elsewhere, written as in `foreignNames`, with the
   * function, method or variable that they mean here: `json.decode` for `JSON.parse`.
   */
  readonly foreignFunctions?: ReadonlyMap<string, string>;
  /** Keys of the service's object that holds a policy, which some take for keys of the policy. */
  readonly moduleKeys?: readonly string[];
  /** Action types that people know from other places, and the type that is meant. */
  readonly foreignActions?: ReadonlyMap<string, string>;
  /** Set when part of the documentation puts actions directly where a rule stands. */
  readonly perhapsActionsAsRules?: true;
  /** Top-level keys of other dialects, each with the one that rules of its kind have here. */
  readonly foreignSections?: Readonly<Record<string, string>>;
}

const known = new WeakMap<Dialect, readonly VariableDefinition[]>();

/** The variables of all namespaces of a dialect, deprecated ones among them. */
export function variablesOf(dialect: Dialect): readonly VariableDefinition[] {
  return getOrAdd(known, dialect, ({ namespaces }) => namespaces.flatMap((one) => one.variables));
}

/** When a variable is missing, by its own or its present name; nothing when it always has a value. */
export function absenceOf(
  { missing, renamedTo }: VariableDefinition,
  dialect: Dialect,
): Absence | undefined {
  if (missing !== undefined || renamedTo === undefined) return missing;
  return variablesOf(dialect).find(({ name }) => name === renamedTo)?.missing;
}

/** The maps that actions fill with names of the policy's own. */
export function filledMaps(dialect: Dialect): readonly VariableDefinition[] {
  return variablesOf(dialect).filter((variable) => isFilledByActions(variable, dialect));
}

/** Checks whether a variable is a map that actions fill with names of the policy's own, such as `vars`. */
export function isFilledByActions({ setBy }: VariableDefinition, { actions }: Dialect): boolean {
  return setBy !== undefined && actions.get(setBy)?.setsVariables !== undefined;
}
