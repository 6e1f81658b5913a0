import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, unguardedAccesses } from "@traffic-policy/policy-logic";

const parsed = parseExpression("req.headers['x-tier'][0] == 'gold' && req.content_length > 10");
if (parsed.ok) {
  const { tree } = parsed;
  const condition = new Condition(tree, checkExpression(tree), directionsDialect);
  for (const { guard } of unguardedAccesses(condition)) console.log(guard);
}
