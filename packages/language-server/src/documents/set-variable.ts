import type { Path, TextNode } from "@traffic-policy/policy-language/editing";

export interface SetVariable {
  readonly map: string;
  readonly name: string;
  readonly key: TextNode;
  /** Undefined while it is being written, or when it is not written literally. */
  readonly value: SetValue | undefined;
  readonly section: string | undefined;
  readonly rule: string | undefined;
  /** A label for a rule without a name: `rule 2`, or `line 5` in code. */
  readonly position: string;
  /**
   * The path of the value: `on_http_request`, the rule, `actions`, the action, `config`, `vars`, the entry, the name;
   * empty in code.
   */
  readonly path: Path;
}

export interface SetValue {
  readonly text?: string;
  readonly type?: string | undefined;
}
