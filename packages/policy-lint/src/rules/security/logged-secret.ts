import type { Call, Expression, Span } from "@traffic-policy/policy-language";
import { isSecretName } from "@traffic-policy/policy-language/secrets";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { textOf } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";
import { headerOf, isHeaderMap } from "../../analysis/expression/header-keys.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A `log` action writes credentials to the event log: a token, password or session.",
    wrong:
      '{ "inbound": [ { "name": "Who it is", "expressions": ["hasReqHeader(\'Authorization\')"], "actions": [ { "type": "log", "config": { "metadata": { "who": "${getReqHeader(\'Authorization\')[0]}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Who it is", "expressions": ["hasReqHeader(\'Authorization\')"], "actions": [ { "type": "log", "config": { "metadata": { "who": "${conn.client_ip}" } } } ] } ] }',
    why: "Anyone who can read the log can then sign in as the client. Headers such as `authorization`, `cookie` and `set-cookie`, session cookies, parameters with tokens, tokens that `jwt-validation` checked, and the user and password of the URL are reported, and so are all headers or all cookies at once. You can log whether something exists: `${hasReqHeader('Authorization')}`.",
  },
  only: { action: ({ type }) => type === "log" },
  visit: {
    action(node, report) {
      for (const expression of node.expressions) {
        if (expression.tree === undefined) continue;
        for (const { span, what } of secretsIn(expression, expression.tree)) {
          report({
            ...expression.at(span),
            message: `${what} written to the event log.`,
            help: "Remove it, or log only whether it exists.",
          });
        }
      }
    },
  },
});

interface Secret {
  readonly span: Span | undefined;
  readonly what: string;
}

function secretsIn(node: ExpressionNode, part: Expression): Secret[] {
  const inner = (other: Expression): Secret[] => secretsIn(node, other);
  const type = node.checked?.types.get(part)?.kind;
  if (type !== undefined && harmlessTypes.has(type)) return [];
  const what = whole(node, part) ?? named(node, part);
  if (what !== undefined) return what === "" ? [] : [{ span: part.span, what }];
  switch (part.kind) {
    case "select":
      // Of a cookie only its value is secret, of a token its signature.
      return isRecord(node, part.operand) && !/^(?:value|signature)$/i.test(part.field)
        ? []
        : inner(part.operand);
    case "index":
      return inner(part.operand);
    case "binary":
      return part.operator === "+" ? [...inner(part.left), ...inner(part.right)] : [];
    case "conditional":
      return [...inner(part.whenTrue), ...inner(part.whenFalse)];
    case "list":
      return part.elements.flatMap(inner);
    case "map":
      return part.entries.flatMap(({ key, value }) => [...inner(key), ...inner(value)]);
    case "call": {
      const { target, arguments: given } = part;
      // A macro goes through the keys of a map, which are names.
      const isMap = target !== undefined && node.checked?.types.get(target)?.kind === "map";
      const isPassed = target !== undefined && !isMap && !isOfTokens(node, part);
      return [...(isPassed ? inner(target) : []), ...given.flatMap(inner)];
    }
    default:
      return [];
  }
}

function isOfTokens(node: ExpressionNode, { name, target }: Call): boolean {
  const variable = target && node.variableOf(target);
  return name === "map" && variable !== undefined && isTokenList(variable.name);
}

const harmlessTypes: ReadonlySet<string> = new Set([
  "bool",
  "int",
  "uint",
  "double",
  "timestamp",
  "duration",
]);

function whole(node: ExpressionNode, part: Expression): string | undefined {
  const variable = node.variableOf(part);
  if (variable === undefined) return undefined;
  const { name } = variable;
  if (isHeaderMap(variable)) return `${name} holds all headers, including credentials, and is`;
  if (isCookieMap(name)) return `${name} holds all cookies, including those of sessions, and is`;
  if (isTokenList(name)) return `${name} holds whole tokens with their signatures, and is`;
  return /\.user(?:_password)?$/.test(name) ? `${name} includes a password, and is` : "";
}

function named(node: ExpressionNode, part: Expression): string | undefined {
  const header = headerOf(node, part);
  if (header !== undefined) {
    const isSecret = /^(?:set-)?cookie$/i.test(header) || isSecretName(header);
    return isSecret ? `The header "${header}" is` : "";
  }
  const entry = entryOf(node, part);
  if (entry === undefined) return undefined;
  const { map, name } = entry;
  if (isCookieMap(map)) {
    const isSecret = isSession.test(name) || isSecretName(name);
    return isSecret ? `The cookie "${name}" is` : "";
  }
  if (!/\.(?:query_params|Params)$/.test(map)) return undefined;
  return isSecretName(name) ? `The parameter "${name}" is` : "";
}

function entryOf(
  node: ExpressionNode,
  part: Expression,
): { readonly map: string; readonly name: string } | undefined {
  if (part.kind === "call") {
    const definition = node.place.dialect.functions.get(part.name);
    const [map, name] = [definition?.reads?.[0], textOf(part.arguments[0])];
    return map === undefined || name === undefined ? undefined : { map, name };
  }
  if (part.kind !== "index" && part.kind !== "select") return undefined;
  const map = node.variableOf(part.operand)?.name;
  const name = part.kind === "index" ? textOf(part.index) : part.field;
  return map === undefined || name === undefined ? undefined : { map, name };
}

/** `PHPSESSID`, `connect.sid`, `my_session`, `sess`. */
const isSession = /session|sess(?:id)?$|(?:^|[._-])sid$/i;

function isCookieMap(name: string): boolean {
  return /\.cookies$/i.test(name);
}

function isTokenList(name: string): boolean {
  return name.endsWith(".jwt_validation.tokens");
}

function isRecord(node: ExpressionNode, part: Expression): boolean {
  return node.checked?.types.get(part)?.kind === "record";
}
