import type { FunctionDefinition } from "@traffic-policy/policy-language";
import { ownFunctions } from "../functions.ts";
import type { Vocabulary } from "../places.ts";
import { type AnyExpression, CelExpression } from "../expressions/cel-expression.ts";
import { vocabulary } from "../policy.ts";
import { code, imported, type Built } from "./code.ts";

export type BuilderModule = Readonly<Record<string, unknown>> & {
  readonly policy: () => { readonly [vocabulary]: Vocabulary };
};

export interface SourceDialect extends Vocabulary {
  readonly module: string;
  readonly exports: BuilderModule;
  readonly variables: ReadonlyMap<string, Built<AnyExpression>>;
  readonly methods: ReadonlyMap<string, NamespaceMethod>;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
}

interface NamespaceMethod {
  readonly namespace: Built<object>;
  readonly method: string;
}

export function sourceDialect(module: string, exports: BuilderModule): SourceDialect {
  const own = exports.policy()[vocabulary];
  const variables = new Map<string, Built<AnyExpression>>();
  const methods = new Map<string, NamespaceMethod>();
  // The builder itself says what they are called in CEL.
  const addMembers = (owner: Built<object>): void => {
    if (owner.value instanceof CelExpression) {
      variables.set(owner.value.toString(), { ...owner, value: owner.value });
    }
    for (const [name, value] of Object.entries(owner.value) as [string, unknown][]) {
      if (typeof value === "function") {
        const tree = (value("") as AnyExpression).toExpression();
        if (tree.kind === "call") methods.set(tree.name, { namespace: owner, method: name });
      } else if (typeof value === "object" && value !== null) {
        addMembers({ code: code`${owner.code}.${name}`, value });
      }
    }
  };
  for (const { name } of own.dialect.namespaces) {
    addMembers({ code: imported(name), value: exports[name] as object });
  }
  const functions = new Map(ownFunctions(own.dialect).map((one) => [one.name, one]));
  return { ...own, module, exports, variables, methods, functions };
}
