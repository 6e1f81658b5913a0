import { type Credentials } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { type ConfigText, textsOf } from "../../analysis/config-values.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "Credentials are not a name and a password with a colon between, a password is too short or too long, or a realm is not ASCII.",
    wrong: `{ "on_http_request": [ { "name": "Staff", "actions": [ { "type": "basic-auth", "config": { "credentials": ["staff:short"] } } ] } ] }`,
    right: `{ "on_http_request": [ { "name": "Staff", "actions": [ { "type": "basic-auth", "config": { "credentials": ["staff:\${secrets.get('site', 'staff')}"] } } ] } ] }`,
    why: "The service refuses credentials without a colon, and passwords that do not have 8 to 128 characters. What an interpolation stands for is not known, so it is not reported.",
  },
  only: { action: ({ credentials }) => credentials !== undefined },
  visit: {
    action(node, report) {
      const about = node.definition?.credentials;
      if (about === undefined) return;
      for (const text of textsOf(node, about.pairs)) {
        const finding = complaint(text, about);
        if (finding !== undefined) report(finding);
      }
      for (const { path, text } of textsOf(node, about.realm)) {
        if (/^[ -~]*$/.test(text)) continue;
        const help = "Use letters, digits and signs of ASCII.";
        report({ path, message: `The realm "${shortened(text)}" is not ASCII.`, help });
      }
    },
  },
});

/** Returns the problem with a pair. Never includes the password. */
function complaint(
  { path, text }: ConfigText,
  { passwordLength: [least, most] }: Credentials,
): Finding | undefined {
  const [name = "", ...rest] = text.split(":");
  if (rest.length === 0) {
    const message = "These credentials have no colon between name and password.";
    return { path, message, help: 'Write them like "user:password1".' };
  }
  const { length } = [...rest.join(":")];
  if (length >= least && length <= most) return undefined;
  return {
    path,
    message: `The password of "${shortened(name)}" has ${length} ${length === 1 ? "character" : "characters"}.`,
    help: `Use ${least} to ${most} characters.`,
  };
}
