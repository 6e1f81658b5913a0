import type {
  CompiledAction,
  CompiledPolicy,
  CompiledRule,
  OperandTrace,
  Trace,
} from "@traffic-policy/policy-engine";
import { getOrAdd, interpolations, parseExpression } from "@traffic-policy/policy-language";
import type { EngineNeeds, SqlValues } from "./sql/values.ts";

/** What the engine has to know of an exchange to say what a policy does with it. */
export class PolicyNeeds {
  /** What the policy may ask for. */
  readonly whole: EngineNeeds;
  readonly #values: SqlValues;
  readonly #ofText = new Map<string, EngineNeeds>();
  readonly #actions: ReadonlyMap<string, CompiledAction>;

  constructor({ directions }: CompiledPolicy, values: SqlValues) {
    this.#values = values;
    const rules = directions.flatMap((one) => one.rules);
    const actions = rules.flatMap((one) => one.actions);
    this.#actions = new Map(actions.map((action) => [action.path, action]));
    this.whole = together([
      ...rules.flatMap(({ expressions }) => expressions.map(({ text }) => this.#of(text))),
      ...actions.flatMap((action) => this.#ofAction(action)),
    ]);
  }

  /** What the engine has asked for on its way through the policy: nothing else has a part in its result. */
  asked({ rules }: Trace): EngineNeeds {
    return together(
      rules.flatMap(({ expressions, actions }) => [
        ...expressions.flatMap(({ text, operand }) =>
          operand === undefined ? [] : evaluated(text, operand).map((part) => this.#of(part)),
        ),
        ...actions.flatMap(({ path, result }) => {
          const action = result === "skipped" ? undefined : this.#actions.get(path);
          return action === undefined ? [] : this.#ofAction(action);
        }),
      ]),
    );
  }

  /** What the conditions of a rule may ask for. */
  ofConditions({ expressions }: Pick<CompiledRule, "expressions">): EngineNeeds {
    return together(expressions.map(({ text }) => this.#of(text)));
  }

  #ofAction({ type, config }: CompiledAction): EngineNeeds[] {
    return [...textsIn(config), ...(readByAction[type] ?? [])].map((text) => this.#of(text));
  }

  #of(text: string): EngineNeeds {
    return getOrAdd(this.#ofText, text, () => {
      const parsed = parseExpression(text);
      return this.#values.needsOf(parsed.ok ? [parsed.tree] : []);
    });
  }
}

/** What actions read without an expression. */
const readByAction: Readonly<Record<string, readonly string[]>> = {
  "basic-auth": ["req.headers['authorization']"],
  "compress-response": ["req.headers['accept-encoding']"],
  redirect: ["req.url"],
  "url-rewrite": ["req.url"],
  "restrict-ips": ["conn.client_ip"],
};

/** All that may be an expression in a policy. */
export function expressionTexts({ directions }: Pick<CompiledPolicy, "directions">): string[] {
  return directions.flatMap(({ rules }) =>
    rules.flatMap(({ expressions, actions }) => [
      ...expressions.map(({ text }) => text),
      ...actions.flatMap(({ config }) => textsIn(config)),
    ]),
  );
}

/** All that may be an expression in the config of an action. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const parts = interpolations(value).parts.flatMap((part) =>
      part.kind === "interpolation" ? [part.expression] : [],
    );
    return [value, ...parts];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The parts of an expression that were evaluated, because nothing before them had decided. */
function evaluated(text: string, operand: OperandTrace): string[] {
  if (operand.state === "skipped") return [];
  if (operand.operands !== undefined) {
    return operand.operands.flatMap((part) => evaluated(text, part));
  }
  return [operand.span === undefined ? text : text.slice(operand.span.start, operand.span.end)];
}

function together(needs: readonly EngineNeeds[]): EngineNeeds {
  return {
    columns: new Set(needs.flatMap((one) => [...one.columns])),
    missing: new Set(needs.flatMap((one) => [...one.missing])),
  };
}
