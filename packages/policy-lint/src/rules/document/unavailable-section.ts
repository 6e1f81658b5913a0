import { isJsonObject } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The policy has rules of a phase that does not exist for its protocol.",
    wrong: `{ "on_http_request": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }`,
    right: `{ "on_tcp_connect": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }`,
    why: "The service refuses a policy with a phase that its endpoint does not have (`ERR_NGROK_2230`): an endpoint for TCP or TLS has connections, but no requests. The protocol is that of `--protocol`, of the target, or of the URL in the manifest or the configuration that the policy belongs to.",
    protocol: "tcp",
  },
  visit: {
    document({ value, dialect, protocol }, report) {
      if (protocol === undefined || !isJsonObject(value)) return;
      const sections = [...dialect.sections.values()];
      const known = sections.filter(({ stages }) => stages[protocol] !== undefined);
      for (const { name, stages } of sections) {
        if (!Object.hasOwn(value, name) || stages[protocol] !== undefined) continue;
        report({
          path: `/${name}`,
          part: "key",
          message: `A policy for ${protocol} has no ${name} rules.`,
          help: `It has ${known.map((section) => section.name).join(" and ")} rules.`,
        });
      }
    },
  },
});
