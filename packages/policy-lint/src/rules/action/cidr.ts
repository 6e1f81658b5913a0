import { describeCheckError } from "@traffic-policy/policy-language";
import { parseAddress, parseCidr } from "@traffic-policy/policy-language/internal";
import { type ConfigText, fieldsOfFormat, textsOfFormat } from "../../analysis/config-values.ts";
import { placeholderFinding } from "../../analysis/placeholder.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { hostBits } from "../../analysis/address-ranges.ts";

export default defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "A CIDR in a config is invalid, does not begin with the first address of its range, or has no prefix length.",
    wrong:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/33"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "The service refuses a policy with an invalid CIDR. One with bits after its prefix, such as `192.0.2.7/24`, means the whole range, which may be more than its author intended; that is a warning. Whether an address without a prefix length is accepted is not documented.",
  },
  only: { action: (definition) => fieldsOfFormat(definition, "cidr").length > 0 },
  visit: {
    action(node, report) {
      for (const text of textsOfFormat(node, "cidr")) {
        const finding = check(text);
        if (finding !== undefined) report(finding);
      }
    },
  },
});

function check({ path, text }: ConfigText): Finding | undefined {
  if (parseCidr(text) !== undefined) {
    const found = hostBits(text);
    if (found === undefined) return undefined;
    const { range, message, help } = found;
    const fix = { title: `Write ${range}`, safe: true, edits: [{ path, value: range }] };
    return { path, message, help, atMost: "warning", fix };
  }
  const address = parseAddress(text);
  if (address === undefined) {
    const placeholder = placeholderFinding(text);
    if (placeholder !== undefined) return { path, ...placeholder };
    return { path, ...describeCheckError({ code: "invalid-cidr", args: { value: text } }) };
  }
  return {
    path,
    message: `"${text}" has no prefix length.`,
    help: `Write "${address.text}" for this one address.`,
    atMost: "info",
    fix: { title: `Write ${address.text}`, safe: true, edits: [{ path, value: address.text }] },
  };
}
