import type { Rewrite } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";

/** How an action rewrites the URL, as its config has it. */
export interface RewriteConfig {
  readonly definition: Rewrite;
  /** The regular expression, when it is there and has no interpolations. */
  readonly from: string | undefined;
  readonly to: string;
  readonly fromPath: string;
  readonly toPath: string;
  /** Whether it is known how `$name` is read, which depends on other values of the config. */
  readonly isPlain: boolean;
}

/** How an action rewrites the URL; undefined when it does not, or its config is incomplete. */
export function rewriteOf(action: ActionNode): RewriteConfig | undefined {
  const definition = action.definition?.rewrite;
  if (definition === undefined) return undefined;
  const [from, to] = [action.field(definition.from), action.field(definition.to)];
  if (typeof to !== "string") return undefined;
  return {
    definition,
    from: typeof from === "string" && !from.includes("${") ? from : undefined,
    to,
    fromPath: action.pathOf(definition.from),
    toPath: action.pathOf(definition.to),
    isPlain: Object.entries(definition.otherNaming ?? {}).every(
      ([field, value]) => action.field(field) !== value,
    ),
  };
}
