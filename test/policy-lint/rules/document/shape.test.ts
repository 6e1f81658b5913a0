import { describe, expect, test } from "vitest";
import { parseJson } from "@traffic-policy/policy-language";
import { find } from "../../find.ts";

const rule = "document/shape";

describe(rule, () => {
  test.each([
    {
      what: "an object where a list belongs",
      text: '{"inbound": «{"actions": []}»}',
      message: '"inbound" must be a list, not an object.',
      edits: [{ path: "/inbound", value: [{ actions: [] }] }],
    },
    {
      what: "one action that stands alone",
      text: '{"inbound": [{"actions": «{"type": "deny"}»}]}',
      message: '"actions" must be a list, not an object.',
      edits: [{ path: "/inbound/0/actions", value: [{ type: "deny" }] }],
    },
    {
      what: "an expression that is no list",
      text: '{"inbound": [{"expressions": «"true"», "actions": []}]}',
      message: '"expressions" must be a list, not text.',
      edits: [{ path: "/inbound/0/expressions", value: ["true"] }],
    },
    {
      what: "an object that is no rule",
      text: '{"inbound": «{"rules": []}»}',
      message: '"inbound" must be a list, not an object.',
    },
    {
      what: "a document that is a list",
      text: "«[]»",
      message: "This must be an object, not a list.",
    },
    {
      what: "an action that is text",
      text: '{"inbound": [{"actions": [«"deny"»]}]}',
      message: "This must be an object, not text.",
    },
    {
      what: "an action without a type",
      text: '{"inbound": [{"actions": [«{}»]}]}',
      message: '"type" is missing.',
    },
    {
      what: "no actions but null",
      text: '{"inbound": [{"actions": «null»}]}',
      message: '"actions" must be a list, not null.',
    },
    {
      what: "a number as a name",
      text: '{"inbound": [{"name": «12345678901234567890», "actions": []}]}',
      message: '"name" must be text, not a number with too many digits.',
    },
    {
      what: "a number of many digits where an object belongs",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": «1e400»}]}]}',
      message: '"config" must be an object, not a number with too many digits.',
    },
    {
      what: "an object with such a number where a list belongs",
      text: '{"inbound": «{"name": 1e400, "actions": []}»}',
      message: '"inbound" must be a list, not an object.',
      edits: [
        { path: "/inbound", value: [{ name: parseJson("1e400").value ?? null, actions: [] }] },
      ],
    },
    {
      what: "a config that is a list",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": «[]»}]}]}',
      message: '"config" must be an object, not a list.',
    },
  ])("finds $what", ({ text, message, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  const manifest = '"apiVersion": "ngrok.k8s.ngrok.com/v1alpha1", "kind": "NgrokTrafficPolicy"';

  test.each([
    {
      what: "a list in the place of an embedded policy",
      text: `{${manifest}, "spec": {"policy": «[]»}}`,
      message: '"policy" must be an object with phases such as "on_http_request", not a list.',
      help: "Put the rules into the phase in which they run.",
    },
    {
      what: "an embedded policy in the wrong place",
      text: `{${manifest}, "policy": «{"on_http_request": []}»}`,
      message: "The policy is in the wrong place: here it belongs into spec.policy.",
      help: "Move it to spec.policy.",
    },
    {
      what: "a level that is left out",
      text: `{${manifest}, "spec": «{"on_http_request": []}»}`,
      message: "The policy is in the wrong place: here it belongs into spec.policy.",
      help: "Move it to spec.policy.",
    },
    {
      what: "two levels that are left out",
      text: `«{${manifest}, "on_http_request": []}»`,
      message: "The policy is in the wrong place: here it belongs into spec.policy.",
      help: "Move it to spec.policy.",
    },
    {
      what: "a policy under a key with another name",
      text: `{${manifest}, "spec": {«"policies"»: {"on_http_request": []}}}`,
      message: 'Unknown key "policies", so no policy is read below it.',
      help: 'Did you mean "policy"?',
    },
    {
      what: "a misspelt key of an endpoint, beside one that is right",
      text: '{"version": 3, "endpoints": [{"traffic_policy": {"on_http_request": []}}, {«"traffic_polcy"»: {}}]}',
      message: 'Unknown key "traffic_polcy", so no policy is read below it.',
      help: 'Did you mean "traffic_policy"?',
    },
    {
      what: "a misspelt key around a policy",
      text: `{"apiVersion": "ngrok.k8s.ngrok.com/v1alpha1", "kind": "AgentEndpoint", "spec": {«"traficPolicy"»: {"inline": {}}}}`,
      message: 'Unknown key "traficPolicy", so no policy is read below it.',
      help: 'Did you mean "trafficPolicy"?',
    },
    {
      what: "a rule alone",
      text: '«{"name": "No posts", "actions": [{"type": "deny"}]}»',
      message: "This is a rule, but not yet a policy.",
      help: "Put it into the list of the phase that it belongs to, such as on_http_request.",
    },
    {
      what: "a file in the place of a policy",
      text: '{"version": 3, "endpoints": [{"traffic_policy": «"./policy.yml"»}]}',
      message:
        '"traffic_policy" must be an object with phases such as "on_http_request", not text.',
      help: "To name a file, write traffic_policy_file.",
    },
    {
      what: "a text in the place of a policy",
      text: '{"version": 3, "endpoints": [{"traffic_policy": «"on_http_request:\\n"»}]}',
      message:
        '"traffic_policy" must be an object with phases such as "on_http_request", not text.',
      help: "Write the policy as an object below this key: without quotes, and without | behind it.",
    },
    {
      what: "a text around the place of a policy",
      text: `{${manifest.replace("NgrokTrafficPolicy", "CloudEndpoint")}, "spec": {"trafficPolicy": «"on_http_request:\\n"»}}`,
      message: '"trafficPolicy" must be an object with phases such as "on_http_request", not text.',
      help: "Write the policy as an object below this key: without quotes, and without | behind it.",
    },
    ...["List", "ConfigMap", "Ingress"].map((kind) => ({
      what: `a manifest of the kind ${kind}`,
      text: `{"apiVersion": "v1", "kind": «"${kind}"», "metadata": {}, "spec": {}}`,
      message: `No policy is read in a manifest of the kind ${kind}.`,
      help: "The kinds that hold one are NgrokTrafficPolicy, CloudEndpoint and AgentEndpoint; a policy itself has no kind.",
    })),
    {
      what: "a manifest without a policy",
      text: `«{${manifest}}»`,
      message: "No policy is in this file.",
      help: "Check the file with the policy instead.",
    },
    {
      what: "a configuration of an agent that names a file",
      text: '«{"version": 3, "endpoints": [{"name": "a", "traffic_policy_file": "./policy.yml"}]}»',
      message: "No policy is in this file; it names ./policy.yml.",
      help: "Check ./policy.yml instead.",
    },
  ])("finds $what, and nothing else", ({ text, message, help }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "error", message, help })]);
    expect(find("document/unknown-key", text).found).toEqual([]);
  });

  test.each([
    "{}",
    '{"inbound": null, "outbound": []}',
    '{"inbound": [{"name": "a", "expressions": null, "actions": [{"type": "deny", "config": null}]}]}',
    '{"enabled": true}',
    '{"inbound": [{"expresions": []}]}',
    '{"inbound": [{"actions": [{"Type": "deny"}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
