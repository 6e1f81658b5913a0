import {
  type CompiledAction,
  type CompiledPolicy,
  type OperandTrace,
  type Trace,
} from "@traffic-policy/policy-engine";
import { expressionTexts, expressionTextsIn } from "@traffic-policy/policy-engine/internal";
import { parseExpression, type Dialect, type Expression } from "@traffic-policy/policy-language";
import { childrenOf, getOrAdd, variableNamed } from "@traffic-policy/policy-language/internal";
import { functionOf } from "@traffic-policy/policy-logic/internal";
import type { EngineNeeds, SqlValues } from "./sql/values.ts";

/** The values of an exchange that the engine needs for simulating a policy. */
export class PolicyNeeds {
  readonly whole: EngineNeeds;
  readonly #values: SqlValues;
  readonly #ofText = new Map<string, EngineNeeds>();
  readonly #actions: ReadonlyMap<string, CompiledAction>;
  readonly #variables: readonly string[];

  constructor(policy: CompiledPolicy, values: SqlValues) {
    const { sections, dialect } = policy;
    this.#values = values;
    this.#variables = [
      ...new Set(expressionTexts(policy).flatMap((text) => variablesIn(text, dialect))),
    ];
    const rules = sections.flatMap((one) => one.rules);
    const actions = rules.flatMap((one) => one.actions);
    this.#actions = new Map(actions.map((action) => [action.path, action]));
    this.whole = together([
      ...rules.flatMap(({ expressions }) => expressions.map(({ text }) => this.#of(text))),
      ...actions.flatMap((action) => this.#ofAction(action)),
    ]);
  }

  /** Returns what the engine read on its way through the policy; nothing else affects its result. */
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

  #ofAction({ type, config }: CompiledAction): EngineNeeds[] {
    const { reads = [], missing = [] } = readByAction[type]?.(config, this.#variables) ?? {};
    return [
      ...[...expressionTextsIn(config), ...reads].map((text) => this.#of(text)),
      ...(missing.length === 0 ? [] : [{ columns: new Set<string>(), missing: new Set(missing) }]),
    ];
  }

  #of(text: string): EngineNeeds {
    return getOrAdd(this.#ofText, text, () => {
      const parsed = parseExpression(text);
      return this.#values.needsOf(parsed.ok ? [parsed.tree] : []);
    });
  }
}

interface ActionReads {
  /** CEL expressions. */
  readonly reads?: readonly string[];
  /** Values that no log contains, by their names in reports. */
  readonly missing?: readonly string[];
}

/** The values that actions read without an expression; for some actions, only when the policy uses their results. */
const readByAction: Readonly<
  Record<string, (config: CompiledAction["config"], variables: readonly string[]) => ActionReads>
> = {
  "basic-auth": () => ({ reads: ["req.headers['authorization']"] }),
  "compress-response": (_, variables) => ({
    reads: [
      "req.headers['accept-encoding']",
      ...(looksAt(variables, ["res.", "actions."]) ? ["res.status_code", "res.headers"] : []),
    ],
    missing: looksAt(variables, ["res.", "actions."]) ? [bodies.response] : [],
  }),
  "request-body-find-replace": (_, variables) => ({
    missing: looksAt(variables, ["req.headers", "req.content_length", "actions."])
      ? [bodies.request]
      : [],
  }),
  "response-body-find-replace": (_, variables) => ({
    missing: looksAt(variables, ["res.", "actions."]) ? [bodies.response] : [],
  }),
  redirect: () => ({ reads: ["req.url"] }),
  "url-rewrite": () => ({ reads: ["req.url"] }),
  "restrict-ips": () => ({ reads: ["conn.client_ip"] }),
  "terminate-tls": (config, variables) => ({
    reads: [
      "conn.tls.version",
      ...("mutual_tls_certificate_authorities" in Object(config) ? ["conn.tls.client.pem"] : []),
      ...variables.flatMap((name) => {
        const [, result] = /^actions\.ngrok\.terminate_tls\.(.+)$/.exec(name) ?? [];
        return result === undefined ? [] : [`conn.tls.${result}`];
      }),
    ],
  }),
};

const bodies = {
  request: "the body of the request",
  response: "the body of the response",
} as const;

function looksAt(variables: readonly string[], beginnings: readonly string[]): boolean {
  return variables.some((name) => beginnings.some((beginning) => name.startsWith(beginning)));
}

function variablesIn(text: string, dialect: Dialect): string[] {
  const parsed = parseExpression(text);
  const visit = (node: Expression): readonly string[] => {
    const variable = variableNamed(dialect, node);
    if (variable !== undefined) return [variable.renamedTo ?? variable.name];
    const own = node.kind === "call" ? (functionOf(node, dialect)?.reads ?? []) : [];
    return [...own, ...childrenOf(node).flatMap(visit)];
  };
  return parsed.ok ? [...visit(parsed.tree)] : [];
}

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
