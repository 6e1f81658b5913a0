import { isJsonObject } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

// The operator translates only the phases of connections, requests and responses.
const untranslated = "on_event_stream_message";

export default defineRule({
  severity: "error",
  docs: {
    what: "The policy has rules of a phase that does not exist for its protocol.",
    wrong: `{ "on_http_request": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }`,
    right: `{ "on_tcp_connect": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }`,
    why: "The service refuses a policy with a phase that its endpoint does not have (`ERR_NGROK_2230`): an endpoint for TCP or TLS has connections, but no requests. The protocol is that of `--protocol`, of the target, or of the URL in the manifest or the configuration that the policy belongs to. The operator of Kubernetes refuses to translate `on_event_stream_message` for an Ingress, a Gateway or a Service: in a manifest that these may name, that is a warning.",
    protocol: "tcp",
  },
  visit: {
    document({ value, dialect, protocol, isTranslated }, report) {
      if (!isJsonObject(value)) return;
      if (isTranslated && Object.hasOwn(value, untranslated)) {
        report({
          path: `/${untranslated}`,
          part: "key",
          message: `An Ingress, a Gateway or a Service with this policy is refused for its ${untranslated} rules.`,
          help: "Write them in the policy of a CloudEndpoint or an AgentEndpoint.",
          atMost: "warning",
        });
      }
      if (protocol === undefined) return;
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
