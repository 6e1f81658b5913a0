import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, isTrue, members, solve } from "@traffic-policy/policy-logic";

function read(text: string): Condition {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text} cannot be parsed`);
  return new Condition(parsed.tree, checkExpression(parsed.tree), directionsDialect);
}

function canBeTrueTogether(...texts: readonly string[]): void {
  const goals = texts.map((text) => ({ formula: read(text).formula, outcomes: isTrue }));
  const answer = solve(goals);
  console.log(answer.kind);
  if (answer.kind !== "model") return;
  for (const [{ key }, values] of answer.model) console.log(key, [...members(values)][0]?.value);
}

canBeTrueTogether("hasReqHeader('X-A')", "!('x-a' in req.headers)");
canBeTrueTogether("req.url.path.startsWith('/api/')", "req.url.path.endsWith('.json')");
