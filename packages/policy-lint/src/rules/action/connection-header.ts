import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An action sets a header that servers set themselves, such as `connection` or `content-length`.",
    wrong:
      '{ "inbound": [ { "name": "Old page", "actions": [ { "type": "custom-response", "config": { "status_code": 410, "headers": { "content-type": "text/plain", "content-length": "4" }, "content": "Gone" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Old page", "actions": [ { "type": "custom-response", "config": { "status_code": 410, "headers": { "content-type": "text/plain" }, "content": "Gone" } } ] } ] }',
    why: "Headers such as `connection`, `upgrade` and `transfer-encoding` apply to one connection between two servers, and `content-length` is derived from what is sent. Set by hand, they are dropped at best; otherwise the other side waits for bytes that never come, or reads part of one message as the next.",
  },
  only: { action: ({ headers }) => headers !== undefined && "sets" in headers },
  visit: {
    action(node, report) {
      for (const { name, path } of setHeaders(node)) {
        const why = madeByServers.get(name.toLowerCase());
        if (why === undefined) continue;
        report({
          path,
          part: "key",
          message: `The header "${name}" ${why}, so it should not be set by hand.`,
          help: "Remove it.",
        });
      }
    },
  },
});

const ofConnection = "applies to a single connection";
// RFC 9110, section 7.6.1. `te` is left out: a request for gRPC must have it.
const madeByServers: ReadonlyMap<string, string> = new Map([
  ["connection", ofConnection],
  ["content-length", "is derived from the content"],
  ["keep-alive", ofConnection],
  ["proxy-connection", ofConnection],
  ["transfer-encoding", ofConnection],
  ["upgrade", ofConnection],
]);
