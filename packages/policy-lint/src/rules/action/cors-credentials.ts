import { setHeaders } from "../../analysis/config-values.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A response allows every origin, and credentials at the same time.",
    wrong: `{ "outbound": [ { "name": "CORS", "actions": [ { "type": "add-headers", "config": { "headers": { "access-control-allow-origin": "*", "access-control-allow-credentials": "true" } } } ] } ] }`,
    right: `{ "outbound": [ { "name": "CORS", "actions": [ { "type": "add-headers", "config": { "headers": { "access-control-allow-origin": "https://app.example.com", "access-control-allow-credentials": "true" } } } ] } ] }`,
    why: "Browsers refuse a response to a request with cookies or other credentials when it allows the origin `*` (Fetch, section 3.3.5). It has to name the origin.",
  },
  only: { action: ({ headers }) => headers !== undefined && "sets" in headers },
  visit: {
    action(node, report) {
      const headers = setHeaders(node);
      const valueOf = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted);
      const origin = valueOf("access-control-allow-origin");
      if (origin?.value !== "*") return;
      if (valueOf("access-control-allow-credentials")?.value !== "true") return;
      report({
        path: origin.path,
        message: 'Browsers refuse the origin "*" together with credentials.',
        help: "Name the origin, or remove access-control-allow-credentials.",
      });
    },
  },
});
