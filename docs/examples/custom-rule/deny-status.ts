import { defineRule } from "traffic-policy";

interface Options {
  /** The status codes that we refuse with. */
  readonly allowed: readonly number[];
}

export const denyStatus = defineRule<Options>({
  severity: "warning",
  docs: {
    what: "A `deny` has no status code, or one that we do not refuse with.",
    wrong: '{ "inbound": [{ "name": "Closed", "actions": [{ "type": "deny" }] }] }',
    right:
      '{ "inbound": [{ "name": "Closed", "actions": [{ "type": "deny", "config": { "status_code": 403 } }] }] }',
    why: "The people on call count refusals by their status.",
  },
  options: {
    schema: {
      type: "object",
      properties: {
        allowed: {
          type: "array",
          items: { type: "integer" },
          description: "The status codes that we refuse with.",
        },
      },
      additionalProperties: false,
    },
    default: { allowed: [403, 405, 429] },
  },
  visit: {
    action(action, report, { allowed }) {
      if (action.type !== "deny" || action.place.protocol === "tcp") return;
      const help = `Write one of ${allowed.join(", ")} as "status_code".`;
      const status = action.field("status_code");
      if (status === undefined) {
        report({ path: action.path, message: "This deny has no status code.", help });
      } else if (!allowed.some((code) => code === status)) {
        const path = action.pathOf("status_code");
        report({ path, message: `We do not refuse with the status ${String(status)}.`, help });
      }
    },
  },
});
