import { isTrue } from "@traffic-policy/policy-logic";
import { defineQuestion, titleOf } from "../question.ts";
import { messagesOf } from "../witness/witnesses.ts";

const methods = '["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]';

export default defineQuestion({
  title: "Does any ordinary request fail, because an expression or an action fails?",
  none: "No request with a usual method fails.",
  *ask({ policy, inquiry, replay, symbolic }) {
    const rules = new Set(
      symbolic.endings.filter(({ kind }) => kind === "failed").map(({ rule }) => rule),
    );
    for (const { path, reference } of rules) {
      const found = inquiry.ask(
        (one) => {
          const own = one.endings.filter(
            ({ rule, kind }) => rule.path === path && kind === "failed",
          );
          const usual =
            policy.protocol === "http"
              ? one.condition(`req.method in ${methods}`, policy.directions[0]?.direction ?? "")
              : undefined;
          return [
            { formula: one.totals.or(own.map(({ when }) => when)), outcomes: isTrue },
            ...(usual === undefined ? [] : [{ formula: usual.formula, outcomes: isTrue }]),
          ];
        },
        messagesOf(policy, reference.direction),
        (exchange) => {
          const outcome = replay.run(exchange);
          const error = outcome?.errors.find((one) => one.path.startsWith(`${path}/`));
          if (outcome?.result !== "failed" || error === undefined) return undefined;
          return { message: error.message, example: { exchange, outcome } };
        },
      );
      if (found.kind === "found") {
        yield {
          kind: "found",
          message: `A request fails in the rule ${titleOf(reference)}: ${found.result.message}`,
          rules: [reference],
          examples: [found.result.example],
        };
      } else if (found.kind === "unknown") {
        yield {
          kind: "unknown",
          message: `It is not known whether a request fails in the rule ${titleOf(reference)}.`,
          reason: found.reason,
          rules: [reference],
        };
      }
    }
  },
});
