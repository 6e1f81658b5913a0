import type { Path, TextNode } from "@traffic-policy/policy-language/editing";

/** A variable that an action of a policy sets, where it does. */
export interface SetVariable {
  /** The map that has it: `vars`. */
  readonly map: string;
  readonly name: string;
  readonly key: TextNode;
  /** Nothing while it is being written, or when it is not written there. */
  readonly value: SetValue | undefined;
  /** Where its rule is; in code, nothing where that is not known. */
  readonly section: string | undefined;
  /** The name of its rule. */
  readonly rule: string | undefined;
  /** Where it is set, for a rule without a name: `rule 2`, or `line 5` of code. */
  readonly position: string;
  /**
   * Where the value is: `on_http_request`, the rule, `actions`, the action, `config`, `vars`, the entry, the name;
   * empty in code.
   */
  readonly path: Path;
}

/** What a variable is set to. */
export interface SetValue {
  /** A plain value as it is written; a text without its quotes. */
  readonly text?: string;
  /** Its type as CEL calls it, where that is known. */
  readonly type?: string | undefined;
}
